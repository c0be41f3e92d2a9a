//! Groups of related optional properties, for types with many properties.
//!
//! A type that is not in the table has a single list. Properties that are in no group form another group at the end, so that a
//! new property is always shown.

/// A group: its title, and the names of its properties. A property is in the first group that names it.
type Group = (&'static str, &'static [&'static str]);

/// The title of the group of all properties that are in no other group.
const OTHERS: &str = "Other";

const LABELS: Group =
    ("Names and labels", &["name", "description", "tags", "labels", "metadata", "value_specs", "tenant_id"]);

const ALARM: &[Group] = &[
    (
        "What is measured",
        &["query", "aggregation_method", "granularity", "period", "statistic", "matching_metadata"],
    ),
    (
        "When it fires",
        &["comparison_operator", "evaluation_periods", "time_constraints", "enabled", "severity"],
    ),
    (
        "What it calls",
        &[
            "alarm_actions",
            "ok_actions",
            "insufficient_data_actions",
            "alarm_queues",
            "ok_queues",
            "insufficient_data_queues",
            "repeat_actions",
        ],
    ),
    LABELS,
];

/// The groups of each type, in the order of its page.
const GROUPS: &[(&str, &[Group])] = &[
    (
        "OS::Nova::Server",
        &[
            (
                "Boot and access",
                &[
                    "name",
                    "image",
                    "block_device_mapping_v2",
                    "block_device_mapping",
                    "key_name",
                    "admin_pass",
                    "config_drive",
                    "diskConfig",
                ],
            ),
            ("Network", &["networks", "security_groups"]),
            (
                "User data and software",
                &["user_data", "user_data_format", "software_config_transport", "deployment_swift_data"],
            ),
            ("Updates", &["flavor_update_policy", "image_update_policy", "user_data_update_policy"]),
            ("Placement", &["availability_zone", "scheduler_hints", "reservation_id"]),
            LABELS,
        ],
    ),
    (
        "OS::Magnum::ClusterTemplate",
        &[
            ("Nodes", &["name", "flavor", "master_flavor", "keypair", "server_type", "master_lb_enabled"]),
            (
                "Network",
                &["fixed_network", "fixed_subnet", "network_driver", "dns_nameserver", "floating_ip_enabled"],
            ),
            ("Storage", &["docker_volume_size", "docker_storage_driver", "volume_driver"]),
            ("Cluster", &["tls_disabled", "registry_enabled", "public", "labels"]),
            ("Proxies", &["http_proxy", "https_proxy", "no_proxy"]),
        ],
    ),
    (
        "AWS::EC2::Instance",
        &[
            ("Boot", &["KeyName", "UserData", "KernelId", "RamDiskId"]),
            (
                "Network",
                &[
                    "SecurityGroups",
                    "SecurityGroupIds",
                    "NetworkInterfaces",
                    "SubnetId",
                    "PrivateIpAddress",
                    "SourceDestCheck",
                ],
            ),
            ("Storage", &["Volumes", "BlockDeviceMappings"]),
            ("Placement", &["AvailabilityZone", "NovaSchedulerHints", "PlacementGroupName", "Tenancy"]),
            ("Names and labels", &["Tags", "Monitoring", "DisableApiTermination"]),
        ],
    ),
    (
        "OS::Neutron::Port",
        &[
            ("Addresses", &["fixed_ips", "no_fixed_ips", "mac_address", "allowed_address_pairs", "dns_name"]),
            ("Security", &["security_groups", "port_security_enabled"]),
            ("Attachment", &["device_id", "device_owner", "binding:vnic_type", "admin_state_up"]),
            ("Quality of service", &["qos_policy", "propagate_uplink_status"]),
            LABELS,
        ],
    ),
    (
        "OS::Glance::WebImage",
        &[
            ("Image", &["name", "id", "active"]),
            ("Operating system", &["architecture", "os_distro", "os_version", "kernel_id", "ramdisk_id"]),
            ("Requirements", &["min_disk", "min_ram"]),
            ("Sharing", &["visibility", "members", "owner", "protected"]),
            ("Labels", &["tags", "extra_properties"]),
        ],
    ),
    ("OS::Aodh::Alarm", ALARM),
    ("OS::Aodh::GnocchiAggregationByMetricsAlarm", ALARM),
    ("OS::Aodh::GnocchiAggregationByResourcesAlarm", ALARM),
    ("OS::Aodh::GnocchiResourcesAlarm", ALARM),
    ("OS::Aodh::LBMemberHealthAlarm", ALARM),
    ("OS::Aodh::PrometheusAlarm", ALARM),
    (
        "OS::Zun::Container",
        &[
            ("Process", &["command", "environment", "workdir", "interactive", "tty", "restart_policy"]),
            ("Image", &["image_driver", "image_pull_policy"]),
            ("Resources", &["cpu", "memory", "hints"]),
            ("Network and storage", &["networks", "security_groups", "hostname", "mounts"]),
            LABELS,
        ],
    ),
    (
        "OS::Neutron::Subnet",
        &[
            (
                "Addresses",
                &[
                    "cidr",
                    "subnetpool",
                    "prefixlen",
                    "ip_version",
                    "allocation_pools",
                    "gateway_ip",
                    "segment",
                ],
            ),
            ("DHCP, DNS and routes", &["enable_dhcp", "dns_nameservers", "host_routes"]),
            ("IPv6", &["ipv6_ra_mode", "ipv6_address_mode"]),
            LABELS,
        ],
    ),
    (
        "OS::Cinder::Volume",
        &[
            ("Contents and size", &["size", "image", "snapshot_id", "backup_id", "source_volid"]),
            ("Kind and access", &["volume_type", "read_only"]),
            ("Placement", &["availability_zone", "scheduler_hints"]),
            LABELS,
        ],
    ),
    (
        "OS::Nova::Quota",
        &[
            (
                "Servers",
                &[
                    "instances",
                    "cores",
                    "ram",
                    "metadata_items",
                    "key_pairs",
                    "server_groups",
                    "server_group_members",
                ],
            ),
            ("Network", &["fixed_ips", "floating_ips", "security_groups", "security_group_rules"]),
        ],
    ),
    (
        "OS::Barbican::Order",
        &[
            ("Order", &["name", "request_type", "expiration"]),
            ("Key", &["algorithm", "bit_length", "mode", "payload_content_type", "pass_phrase"]),
            ("Certificate", &["subject_dn", "source_container_ref", "ca_id", "profile", "request_data"]),
        ],
    ),
];

/// Returns whether the optional properties of a type are in groups.
pub(super) fn has_groups(resource_type: &str) -> bool {
    groups_of(resource_type).is_some()
}

/// The position and the title of a property's group, if its type has groups.
pub(super) fn group_of(resource_type: &str, property: &str) -> Option<(usize, &'static str)> {
    let groups = groups_of(resource_type)?;
    let found = groups.iter().position(|(_, names)| names.contains(&property));
    Some(found.map_or((groups.len(), OTHERS), |place| (place, groups[place].0)))
}

fn groups_of(resource_type: &str) -> Option<&'static [Group]> {
    GROUPS.iter().find(|(name, _)| *name == resource_type).map(|(_, groups)| *groups)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use heat_catalogue::SchemaFiles;
    use heat_model::Status;

    use super::*;

    #[test]
    fn every_optional_property_of_a_type_with_groups_is_in_one() {
        let catalogue = SchemaFiles::built_in().into_catalogue();
        let mut used = BTreeSet::new();
        for (name, groups) in GROUPS {
            let schema = &catalogue.types[*name];
            for (property, of) in &schema.properties {
                let is_listed = !of.required
                    && !matches!(of.support_status.status(), Status::Deprecated | Status::Hidden);
                let is_named = groups.iter().any(|(_, names)| names.contains(&property.as_str()));
                assert!(!is_listed || is_named, "{name}: {property} is in no group");
                if is_listed {
                    used.insert(property.as_str());
                }
            }
        }
        let named =
            GROUPS.iter().flat_map(|(_, groups)| groups.iter().flat_map(|(_, names)| names.iter().copied()));
        let unknown: BTreeSet<&str> = named.filter(|name| !used.contains(name)).collect();
        assert_eq!(unknown, BTreeSet::new());
    }

    #[test]
    fn a_property_without_a_group_is_in_the_last() {
        assert_eq!(group_of("OS::Nova::Server", "networks"), Some((1, "Network")));
        assert_eq!(group_of("OS::Nova::Server", "brand_new"), Some((6, OTHERS)));
        assert_eq!(group_of("OS::Nova::Flavor", "ram"), None);
    }
}
