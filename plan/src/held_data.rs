//! Which resources hold something that is lost with them.

/// What a resource holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeldData {
    /// What is lost with it, such as `the data on the volume`.
    pub what: &'static str,
    /// Whether that are data of people, which nothing brings back. Otherwise it is something that other systems may know, such as an
    /// address.
    pub is_data: bool,
}

/// What each type holds, by the type's name. Types that are left out can be made again from the template.
const TABLE: &[(&[&str], HeldData)] = &[
    (&["OS::Cinder::Volume", "AWS::EC2::Volume"], data("the data on the volume")),
    (&["OS::Trove::Instance", "OS::Trove::Cluster"], data("the databases")),
    (&["OS::Manila::Share"], data("the files on the share")),
    (&["OS::Swift::Container", "AWS::S3::Bucket"], data("the objects in the container")),
    (&["OS::Nova::Server", "AWS::EC2::Instance"], data("the data on the server's own disks")),
    (&["OS::Zun::Container"], data("the data in the container")),
    (&["OS::Sahara::Cluster"], data("the data in the cluster")),
    (&["OS::Magnum::Cluster", "OS::Magnum::Bay"], data("what runs in the cluster, with its data")),
    (&["OS::Senlin::Cluster", "OS::Senlin::Node"], data("the data on the servers of the cluster")),
    (&["OS::Glance::Image", "OS::Glance::WebImage"], data("the image")),
    (&["OS::Zaqar::Queue"], data("the messages in the queue")),
    (
        &[
            "OS::Barbican::Secret",
            "OS::Barbican::Order",
            "OS::Barbican::GenericContainer",
            "OS::Barbican::RSAContainer",
            "OS::Barbican::CertificateContainer",
        ],
        data("the secret"),
    ),
    (&["OS::Designate::Zone"], data("the records of the zone that are not in the template")),
    (&["OS::Keystone::Project", "OS::Keystone::Domain"], data("what belongs to it in the identity service")),
    (&["OS::Neutron::FloatingIP", "OS::Nova::FloatingIP", "AWS::EC2::EIP"], other("the public address")),
    (&["OS::Nova::KeyPair"], other("the private key, if Nova made it")),
    (&["OS::Heat::RandomString"], other("the random text: the new one is different")),
    (&["OS::Keystone::User", "AWS::IAM::User", "AWS::IAM::AccessKey"], other("the credentials")),
];

const fn data(what: &'static str) -> HeldData {
    HeldData { what, is_data: true }
}

const fn other(what: &'static str) -> HeldData {
    HeldData { what, is_data: false }
}

impl HeldData {
    /// What a resource of a type holds; none if it can be made again from the template.
    ///
    /// ```
    /// use heat_plan::held_data::HeldData;
    /// assert_eq!(HeldData::of("OS::Cinder::Volume").unwrap().what, "the data on the volume");
    /// assert_eq!(HeldData::of("OS::Neutron::Net"), None);
    /// ```
    #[must_use]
    pub fn of(type_name: &str) -> Option<Self> {
        TABLE.iter().find(|(names, _)| names.contains(&type_name)).map(|(_, held)| *held)
    }

    /// All types that hold something.
    pub fn types() -> impl Iterator<Item = &'static str> {
        TABLE.iter().flat_map(|(names, _)| names.iter().copied())
    }
}
