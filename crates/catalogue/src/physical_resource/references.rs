//! The types for which `get_resource` returns something other than the identifier that the command `show` takes.

const PHYSICAL_NAME: &str = "Its physical name: the names of the stack and the resource, and a random part.";
const NAME_IN_TEMPLATE: &str = "Its name in the template.";
const SIGNAL_URL: &str = "Signed URL that accepts signals without credentials.";
const ID_IN_SERVICE: &str = "Its ID in the Networking service.";

/// Types with a description of the value of `get_resource`, in CommonMark.
pub(super) const REFERENCES: &[(&str, &str)] = &[
    ("AWS::AutoScaling::LaunchConfiguration", PHYSICAL_NAME),
    ("AWS::AutoScaling::ScalingPolicy", "Signed URL that triggers the policy with a POST request."),
    ("AWS::CloudFormation::Stack", "ARN of the stack that it creates."),
    ("AWS::CloudFormation::WaitCondition", NAME_IN_TEMPLATE),
    ("AWS::CloudFormation::WaitConditionHandle", SIGNAL_URL),
    ("AWS::EC2::EIP", "The floating IP as an address, such as `203.0.113.10`."),
    ("AWS::EC2::EIPAssociation", PHYSICAL_NAME),
    ("AWS::EC2::InternetGateway", PHYSICAL_NAME),
    ("AWS::EC2::SubnetRouteTableAssociation", NAME_IN_TEMPLATE),
    ("AWS::EC2::VPCGatewayAttachment", NAME_IN_TEMPLATE),
    ("AWS::EC2::VolumeAttachment", "ID of the attachment in the Compute service."),
    ("AWS::ElasticLoadBalancing::LoadBalancer", NAME_IN_TEMPLATE),
    ("AWS::IAM::AccessKey", "The access key."),
    ("AWS::IAM::User", PHYSICAL_NAME),
    ("OS::Cinder::QoSAssociation", "ID that Heat gives the resource."),
    ("OS::Cinder::Quota", PHYSICAL_NAME),
    ("OS::Cinder::VolumeAttachment", "ID of the attachment in the Compute service."),
    ("OS::Heat::AccessPolicy", NAME_IN_TEMPLATE),
    ("OS::Heat::Delay", NAME_IN_TEMPLATE),
    (
        "OS::Heat::DeployedServer",
        "ID that Heat gives the resource, which `OS::Heat::SoftwareDeployment` accepts.",
    ),
    ("OS::Heat::None", "A random ID."),
    ("OS::Heat::RandomString", "The random string."),
    ("OS::Heat::ScalingPolicy", "ID of the user that Heat creates for signals to the policy."),
    ("OS::Heat::SwiftSignal", NAME_IN_TEMPLATE),
    ("OS::Heat::SwiftSignalHandle", "Signed URL in Object Storage that accepts signals without credentials."),
    ("OS::Heat::TestResource", PHYSICAL_NAME),
    ("OS::Heat::UpdateWaitConditionHandle", SIGNAL_URL),
    ("OS::Heat::Value", PHYSICAL_NAME),
    ("OS::Heat::WaitCondition", NAME_IN_TEMPLATE),
    ("OS::Heat::WaitConditionHandle", "ID of the user that Heat creates for signals to the handle."),
    ("OS::Keystone::GroupRoleAssignment", NAME_IN_TEMPLATE),
    ("OS::Keystone::UserRoleAssignment", NAME_IN_TEMPLATE),
    (
        "OS::Mistral::ExternalResource",
        "The output `resource_id` of the last workflow run, or the ID of its execution.",
    ),
    (
        "OS::Neutron::ExtraRoute",
        "ID of the router with destination and next hop: `ROUTER:DESTINATION=NEXTHOP`.",
    ),
    ("OS::Neutron::ExtraRouteSet", "ID of the router."),
    ("OS::Neutron::Firewall", ID_IN_SERVICE),
    ("OS::Neutron::FirewallPolicy", ID_IN_SERVICE),
    ("OS::Neutron::FirewallRule", ID_IN_SERVICE),
    ("OS::Neutron::FloatingIPAssociation", "Number of the resource in Heat's database."),
    ("OS::Neutron::L2Gateway", ID_IN_SERVICE),
    ("OS::Neutron::L2GatewayConnection", ID_IN_SERVICE),
    ("OS::Neutron::NetworkGateway", ID_IN_SERVICE),
    ("OS::Neutron::Quota", PHYSICAL_NAME),
    ("OS::Neutron::RouterInterface", "A text with the IDs of the router and of the subnet or port."),
    ("OS::Nova::Quota", PHYSICAL_NAME),
    ("OS::Octavia::Quota", PHYSICAL_NAME),
    ("OS::Zaqar::SignedQueueURL", PHYSICAL_NAME),
];
