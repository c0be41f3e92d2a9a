#!/bin/sh -e
# Inputs: release, database_address, database_password. Output: url.
apt-get update
apt-get install --yes "shop=$release*"
umask 077
cat > /etc/shop/database.env <<EOF
DATABASE_URL=postgresql://shop:$database_password@$database_address/shop
EOF
systemctl restart shop
printf 'http://%s:8080/' "$(hostname -I | cut -d ' ' -f 1)" > "$heat_outputs_path.url"
