#!/bin/sh -e
# Input: password. Output: address.
apt-get update
apt-get install --yes postgresql
echo "listen_addresses = '*'" > "$(ls -d /etc/postgresql/*/main)/conf.d/listen.conf"
echo "host shop shop samenet scram-sha-256" >> "$(ls -d /etc/postgresql/*/main)/pg_hba.conf"
systemctl restart postgresql
cd /tmp
echo "CREATE ROLE shop LOGIN PASSWORD '$password'" | runuser -u postgres -- psql
runuser -u postgres -- createdb --owner shop shop
hostname -I | cut -d ' ' -f 1 | tr -d '\n' > "$heat_outputs_path.address"
