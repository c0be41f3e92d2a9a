package plans

import rego.v1

# All resources, also those of nested stacks.
resources contains resource if {
	walk(input.resources, [_, resource])
	resource.action
	resource.changes
}

violated contains "no_replaced_servers" if {
	some resource in resources
	resource.type == "OS::Nova::Server"
	resource.action == "replaced"
}

violated contains "no_lost_data" if count(input.loses_data) > 0

violated contains "nothing_deleted" if {
	some resource in resources
	resource.action == "deleted"
}

violated contains "few_new_members" if {
	some resource in resources
	resource.members.most_created > 1
}

violated contains "no_interruption" if {
	some resource in resources
	resource.changes[_].effect.level == "interrupts"
}

violated contains "nothing_refused" if {
	some resource in resources
	resource.action == "refused"
}
