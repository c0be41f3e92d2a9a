package stacks

import rego.v1

# All resources, also those of nested stacks, without existing ones.
resources contains resource if {
	walk(input, [path, resource])
	count(path) > 1
	path[count(path) - 2] == "resources"
	is_stack(array.slice(path, 0, count(path) - 2))
	not resource.external_id
}

# The document, or what is under `$nested` in it.
is_stack([]) := true

is_stack(path) if path[count(path) - 1] == "$nested"

of_type(types) := [resource | some resource in resources; resource.type in types]

unknown(value) if value["$unknown"]

unknown(value) if value["$one_of"]

# The value of a property; null if it is not set.
property(map, name) := object.get(map, name, null)

empty(value) if value in {null, "", 0, false}

violated contains "server_costs_tag" if {
	some server in of_type({"OS::Nova::Server"})
	not unknown(object.get(server, ["properties", "metadata"], {}))
	empty(object.get(server, ["properties", "metadata", "costs"], null))
}

violated contains "no_world_ssh" if {
	some group in of_type({"OS::Neutron::SecurityGroup"})
	is_array(group.properties.rules)
	some rule in group.properties.rules
	not unknown(rule)
	property(rule, "direction") in {null, "ingress"}
	property(rule, "remote_mode") in {null, "remote_ip_prefix"}
	property(rule, "remote_ip_prefix") in {null, "", "0.0.0.0/0", "::/0"}
	property(rule, "protocol") in {null, "", "tcp", "6", 6}
	lowest := port(property(rule, "port_range_min"), 0)
	lowest <= 22
	highest := port(property(rule, "port_range_max"), 65535)
	highest >= 22
}

port(null, default_port) := default_port

port(value, _) := to_number(value) if {
	not is_null(value)
	not unknown(value)
}

violated contains "volume_type" if {
	some volume in of_type({"OS::Cinder::Volume"})
	empty(object.get(volume, ["properties", "volume_type"], null))
}

violated contains "allowed_images" if {
	some server in of_type({"OS::Nova::Server"})
	is_string(server.properties.image)
	not regex.match(`^(debian|ubuntu)-[0-9.]+$`, server.properties.image)
}

violated contains "server_names" if {
	some server in of_type({"OS::Nova::Server"})
	is_string(server.properties.name)
	not regex.match(`^[a-z][a-z0-9-]*$`, server.properties.name)
}

violated contains "few_servers" if {
	count([name | some name, resource in input.resources; resource.type == "OS::Nova::Server"]) > 2
}

violated contains "no_floating_ips" if {
	count(of_type({"OS::Neutron::FloatingIP", "OS::Nova::FloatingIP"})) > 0
}

violated contains "no_password_outputs" if {
	some name in {"password", "admin_password", "private_key"}
	input.outputs[name]
}

violated contains "volumes_retained" if {
	some volume in of_type({"OS::Cinder::Volume"})
	object.get(volume, "deletion_policy", "Delete") != "Retain"
}

violated contains "no_scripts" if {
	some config in of_type({"OS::Heat::SoftwareConfig"})
	config.properties.group == "script"
}

violated contains "nested_depth" if {
	input.resources[_]["$nested"].resources[_]["$nested"]
}

violated contains "group_size" if {
	some group in of_type({"OS::Heat::ResourceGroup", "OS::Heat::AutoScalingGroup"})
	some name in {"count", "max_size"}
	size := group.properties[name]
	not unknown(size)
	to_number(size) > 4
}

violated contains "listener_tls" if {
	some listener in of_type({"OS::Octavia::Listener"})
	listener.properties.protocol == "HTTP"
}

violated contains "private_subnets" if {
	some subnet in of_type({"OS::Neutron::Subnet"})
	is_string(subnet.properties.cidr)
	not private(subnet.properties.cidr)
}

private(cidr) if {
	some network in {"10.0.0.0/8", "192.168.0.0/16"}
	net.cidr_contains(network, cidr)
}
