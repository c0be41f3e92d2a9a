//! Groups of instances that are created from a launch configuration.
//!
//! Follows `InstanceGroup` and `AutoScalingGroup` of Heat's resources for instances.

use heat_hot_language::GroupKind;
use heat_model::evaluate::Evaluator;
use heat_model::{Value, value};
use heat_yaml::Span;
use indexmap::IndexMap;

use super::super::properties::{PropertyData, Reader};
use super::builder::{Member, MemberTemplateBuilder};
use crate::Data;
use crate::data::Shape;
use crate::fault::Exception;
use crate::function::references;
use crate::snippet::{self, Path, Snippet};
use crate::template::definition::Definition;
use crate::template::implementation::Implementation;

const LAUNCH_CONFIGURATION: &str = "AWS::AutoScaling::LaunchConfiguration";

/// Type of the members, which the registry of the stack maps to the type of an instance.
const SCALED_RESOURCE: &str = "OS::Heat::ScaledResource";
const INSTANCE: &str = "AWS::EC2::Instance";

/// The section that scaling groups add to the registry of their stack.
fn registry() -> Value {
    value!({(SCALED_RESOURCE): INSTANCE})
}

/// The section that is added to the registry of the stack, if the group scales.
pub(in super::super) fn added_registry(maker: GroupKind) -> Option<Value> {
    let scales = maker.launches() || maker == GroupKind::AutoScalingGroup;
    scales.then(registry)
}

impl<'m> MemberTemplateBuilder<'m> {
    /// Creates a single member that represents all, because their names are random. `None` if only the service knows some
    /// properties of the launch configuration.
    pub(super) fn instances(&self) -> Option<Vec<Member<'m>>> {
        let is_known_to_service =
            |snippet: Option<&Snippet>| snippet.is_some_and(|snippet| snippet.as_str() != Some(""));
        let size = match self.maker {
            GroupKind::InstanceGroup => self.count("Size"),
            _ => self.size_of_scaling("DesiredCapacity", "MinSize"),
        };
        if size == Some(0) || is_known_to_service(self.given("InstanceId")) {
            return None;
        }
        let (launch, implementation) = self.launch_configuration()?;
        let given = launch.properties.as_ref();
        if is_known_to_service(given.and_then(|given| given.get("InstanceId"))) {
            return None;
        }
        let mut properties = self.launched(launch, implementation);
        properties.insert("Tags".to_owned(), self.tags());
        if let Some(subnets) =
            self.property("VPCZoneIdentifier").filter(|_| self.maker != GroupKind::InstanceGroup)
        {
            let subnet = subnets.into_items().ok().and_then(|subnets| subnets.into_iter().next());
            properties.extend(subnet.map(|subnet| ("SubnetId".to_owned(), subnet)));
        }
        let mut parts = vec![
            ("type", Data::from(SCALED_RESOURCE.to_owned()), None),
            ("properties", Data::map(properties), given),
        ];
        if let Some(metadata) = &launch.metadata {
            let data = snippet::resolve(self.scope, metadata).ok()?;
            parts.push(("metadata", data, Some(metadata)));
        }
        Some(vec![Member { name: "member".to_owned(), span: launch.span, parts }])
    }

    /// The launch configuration to which the group refers; `None` if the resource has another type.
    fn launch_configuration(&self) -> Option<(&'m Definition, &'m Implementation<'m>)> {
        let given = self.given("LaunchConfigurationName")?;
        let (referred, _) = references(self.scope, given, &Path::root(""));
        let name = match referred.into_iter().next() {
            Some(reference) => reference.resource,
            None => snippet::resolve(self.scope, given).ok()?.into_known()?.as_str()?.to_owned(),
        };
        let (definition, found) = self.resources.iter().find(|(definition, _)| definition.name == name)?;
        let found = found.as_ref()?;
        let is_it = found.template.is_none() && found.schema.name == LAUNCH_CONFIGURATION;
        is_it.then_some((definition, found))
    }

    /// The exception of Heat for a property of the launch configuration that cannot be read.
    pub(in super::super) fn unreadable_launch(&self) -> Option<(Exception, Option<Span>)> {
        let (launch, implementation) = self.launch_configuration()?;
        let given = launch.properties.as_ref()?;
        let names = implementation.schema.properties.keys();
        let read = |reader: &Reader<'_>| {
            names.filter(|name| given.get(name).is_some()).find_map(|name| reader.error(name))
        };
        self.with_reader(given, implementation, read).map(|fault| (fault.exception, fault.span))
    }

    /// Creates a reader for the properties of the launch configuration.
    fn with_reader<T>(
        &self,
        given: &Snippet,
        implementation: &Implementation<'_>,
        read: impl FnOnce(&Reader<'_>) -> T,
    ) -> T {
        let data = PropertyData::new(self.scope, Some(given));
        let evaluator = Evaluator::new(&implementation.schema);
        read(&Reader::new(self.scope, &evaluator, &data, Some(given), self.customs))
    }

    /// The properties that the launch configuration sets. Simple values are converted to the types of the properties.
    fn launched(&self, launch: &Definition, implementation: &Implementation<'_>) -> IndexMap<String, Data> {
        let Some(given) = &launch.properties else { return IndexMap::new() };
        self.with_reader(given, implementation, |reader| {
            let properties = given.entries().iter().filter_map(|entry| {
                let resolved = snippet::resolve_nullable(self.scope, &entry.value).ok()??;
                let is_simple = matches!(&resolved, Data::Known(value) if value.as_list().is_none());
                let read = if is_simple { reader.value(&entry.key).ok().flatten() } else { None };
                Some((entry.key.clone(), read.map_or(resolved, Data::Known)))
            });
            properties.collect()
        })
    }

    /// The tags of the group, with additional tags for metering its members.
    fn tags(&self) -> Data {
        let tags = self.property("Tags").and_then(|tags| tags.into_items().ok()).unwrap_or_default();
        let is_metered = |tag: &Data| {
            let key = tag.get("Key").map(std::borrow::Cow::into_owned).and_then(Data::into_known);
            key.is_some_and(|key| key.as_str().is_some_and(|key| key.starts_with("metering.")))
        };
        let mut added = if tags.iter().any(is_metered) { Vec::new() } else { vec!["metering.groupname"] };
        if self.maker != GroupKind::InstanceGroup {
            added.push("metering.AutoScalingGroupName");
        }
        let name = &self.definition.name;
        let group = self.scope.stack.and_then(|stack| stack.resource(name));
        let group = group.map(crate::stack::Resource::reference_id);
        let group = group.unwrap_or_else(|| Data::unknown(Shape::Text, format!("ID of {name}")));
        let added = added.into_iter().map(|key| {
            let entries = [("Key", Data::from(key.to_owned())), ("Value", group.clone())];
            Data::from_entries(entries.into_iter().map(|(key, data)| (key.to_owned(), data)).collect())
        });
        Data::list(tags.into_iter().chain(added).collect())
    }
}
