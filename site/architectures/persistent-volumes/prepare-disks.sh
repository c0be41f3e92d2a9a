#!/bin/sh -e
# Mounts the two volumes. Heat attaches them while this script runs.

mount_volume() {
    volume=$1 folder=$2
    # The guest sees the first 20 characters of the ID.
    disk=/dev/disk/by-id/virtio-$(echo "$volume" | cut -c1-20)
    until [ -e "$disk" ]; do sleep 2; done
    # Only a new volume has no file system yet.
    blkid "$disk" || mkfs.ext4 "$disk"
    mkdir -p "$folder"
    echo "$disk $folder ext4 defaults,nofail 0 2" >> /etc/fstab
    mount "$folder"
}

mount_volume DATA_VOLUME /var/lib/postgresql
mount_volume ARCHIVE_VOLUME /srv/archive

apt-get update
apt-get install --yes postgresql
