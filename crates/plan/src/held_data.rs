//! Data that are lost when a resource is deleted.

use heat_hot::Data;
use heat_hot::resolve::ResolvedResource;
use heat_hot_language::{DeletionPolicy, GroupKind, MemberTypes};

use crate::versions::Types;

/// Data or other contents of a resource that are lost with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeldData {
    /// Noun phrase for the contents, such as `the data on the volume`.
    pub what: &'static str,
    /// Whether the contents are user data, which cannot be recreated. Otherwise, other systems may know them, such as an address.
    pub is_data: bool,
    /// Consequence of replacing the resource, in words.
    pub when_replaced: Option<&'static str>,
}

/// Contents of resources, by type name. Types that are not listed can be created again from the template.
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
    (
        &["OS::Neutron::FloatingIP", "OS::Nova::FloatingIP", "AWS::EC2::EIP"],
        other("the public address", "the public address changes"),
    ),
    (
        &["OS::Nova::KeyPair"],
        other("the private key, if Nova made it", "the private key changes, if Nova made it"),
    ),
    (&["OS::Heat::RandomString"], other("the random string", "the random string changes")),
    (
        &["OS::Keystone::User", "AWS::IAM::User", "AWS::IAM::AccessKey"],
        other("the credentials", "the credentials change"),
    ),
];

const fn data(what: &'static str) -> HeldData {
    HeldData { what, is_data: true, when_replaced: None }
}

const fn other(what: &'static str, when_replaced: &'static str) -> HeldData {
    HeldData { what, is_data: false, when_replaced: Some(when_replaced) }
}

impl HeldData {
    /// Contents of resources of a type; `None` if they can be created again from the template.
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
}

/// Data that are lost with a member of a group, each once. If the members themselves are not known, their type determines the
/// data.
pub(crate) fn data_of_members(sides: [&ResolvedResource; 2], types: Types<'_>) -> Vec<HeldData> {
    fn collect(around: &ResolvedResource, types: Types<'_>, found: &mut Vec<HeldData>) {
        let members = around.nested.iter().flat_map(|nested| nested.resolved.resources.values());
        for member in members.filter(|member| is_deleted(member)) {
            let schema = types.schema(member);
            let name = schema.map_or(member.resource_type.as_str(), |schema| schema.name.as_str());
            add(name, found);
            collect(member, types, found);
        }
    }
    fn add(type_name: &str, found: &mut Vec<HeldData>) {
        let held = HeldData::of(type_name).filter(|held| held.is_data);
        found.extend(held.filter(|held| !found.contains(held)));
    }
    let mut found = Vec::new();
    let lists = |side: &&ResolvedResource| {
        side.nested.as_ref().is_some_and(|nested| !nested.resolved.resources.is_empty())
    };
    // The members of the old side are the ones that are removed.
    if let Some(side) = sides.into_iter().find(lists) {
        collect(side, types, &mut found);
    } else {
        sides.into_iter().filter_map(|side| member_type(side, types)).for_each(|name| add(&name, &mut found));
    }
    found
}

/// Data that are lost if a resource is deleted: its own, and the data of the resources that it creates.
pub(crate) fn data_at_risk(resource: &ResolvedResource, types: Types<'_>) -> Vec<HeldData> {
    if !is_deleted(resource) {
        return Vec::new();
    }
    let name = types.schema(resource).map_or(resource.resource_type.as_str(), |schema| schema.name.as_str());
    let own = HeldData::of(name).filter(|held| held.is_data);
    own.into_iter().chain(data_of_members([resource, resource], types)).collect()
}

/// Type of the members of a group, if its properties contain it; `None` if the members survive their deletion.
fn member_type(group: &ResolvedResource, types: Types<'_>) -> Option<String> {
    match GroupKind::of(&types.schema(group)?.name)?.member_types() {
        MemberTypes::Definition(name) => {
            let member = property(group, name)?;
            let text =
                |key| member_of(&member, key).and_then(|data| Some(data.as_known()?.as_str()?.to_owned()));
            let policy = text(DELETION_POLICY);
            let is_deleted =
                policy.is_none_or(|policy| policy.eq_ignore_ascii_case(DeletionPolicy::Delete.as_str()));
            text(TYPE).filter(|_| is_deleted)
        }
        MemberTypes::Fixed(name) => Some(name.to_owned()),
        MemberTypes::Launched => Some("AWS::EC2::Instance".to_owned()),
        MemberTypes::Types { .. } => None,
    }
}

/// Key for the type of a member, whose definition is in HOT.
const TYPE: &str = "type";
const DELETION_POLICY: &str = "deletion_policy";

/// A property of a resource as it is written in the template.
pub(crate) fn property(resource: &ResolvedResource, name: &str) -> Option<Data> {
    member_of(resource.properties.as_ref()?, name)
}

fn member_of(data: &Data, name: &str) -> Option<Data> {
    match data {
        Data::Known(value) => value.as_map()?.get(name).cloned().map(Data::Known),
        Data::Map(map) => map.get(name).cloned(),
        Data::List(_) | Data::Unknown(_) => None,
    }
}

/// Whether a resource is deleted together with its stack, as far as is known.
pub(crate) fn is_deleted(resource: &ResolvedResource) -> bool {
    resource.deletion_policy.is_none_or(|policy| policy == DeletionPolicy::Delete)
}
