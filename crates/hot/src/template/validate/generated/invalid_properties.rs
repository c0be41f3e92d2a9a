//! Reading the properties from which Heat generates the template of a stack. If the values of a stack are not validated, this is
//! where Heat notices an invalid value.

use heat_hot_language::{GroupKind, RESOURCE_DEFINITION, SERVERS};
use heat_model::Value;
use heat_yaml::Span;

use super::super::properties::{PropertyData, Reader};
use crate::fault::{Exception, Fault};
use crate::scope::Scope;
use crate::snippet::{self, Snippet};

/// A property that cannot be read.
#[derive(Debug)]
pub(in super::super) struct Unreadable {
    /// Exception that Heat raises.
    pub(in super::super) exception: Exception,
    /// Span of the property.
    pub(in super::super) span: Option<Span>,
    /// `true` if Heat reads the property while it creates the nested stack, which is then part of the path.
    pub(in super::super) is_within: bool,
}

/// The properties that Heat reads before it validates the definition of the resource.
const fn read_first(maker: GroupKind) -> &'static [&'static str] {
    match maker {
        GroupKind::AutoScalingGroup => &["min_size", "max_size", "desired_capacity"],
        GroupKind::AwsAutoScalingGroup => &[
            "MinSize",
            "MaxSize",
            "DesiredCapacity",
            "VPCZoneIdentifier",
            "InstanceId",
            "LaunchConfigurationName",
        ],
        GroupKind::InstanceGroup => &["LaunchConfigurationName"],
        GroupKind::ResourceGroup | GroupKind::DeploymentGroup(_) | GroupKind::ResourceChain => &[],
    }
}

/// The first invalid property of those that are read before the definition is validated.
pub(in super::super) fn unreadable_first(maker: GroupKind, reader: &Reader<'_>) -> Option<Unreadable> {
    read_first(maker).iter().find_map(|name| unreadable(reader, name, false))
}

/// The first invalid property of those from which the template is generated.
pub(in super::super) fn unreadable_of(
    maker: GroupKind,
    reader: &Reader<'_>,
    scope: &Scope<'_>,
    properties: Option<&Snippet>,
) -> Option<Unreadable> {
    let before = |name: &str| unreadable(reader, name, false);
    let within = |name: &str| unreadable(reader, name, true);
    let value = |name: &str| reader.value(name).ok().flatten();
    let is_empty = |name: &str| value(name).is_none_or(|value| !value.is_truthy());
    match maker {
        GroupKind::ResourceGroup => {
            let count = before("count");
            if count.is_some() || is_empty("count") {
                return count;
            }
            before("removal_policies")
                .or_else(|| unreadable_member(reader, scope, properties))
                .or_else(|| before("index_var"))
        }
        GroupKind::DeploymentGroup(_) => {
            let servers = before(SERVERS);
            if servers.is_some() || is_empty(SERVERS) {
                return servers;
            }
            reader.evaluator.schemas().keys().find_map(|name| before(name))
        }
        GroupKind::AutoScalingGroup => within("resource"),
        GroupKind::InstanceGroup => within("Size").or_else(|| within("Tags")),
        GroupKind::AwsAutoScalingGroup => within("Tags"),
        GroupKind::ResourceChain => {
            let types = before("resources");
            let count = value("resources").as_ref().and_then(Value::as_list).map_or(0, |types| types.len());
            let concurrent = || within("concurrent").filter(|_| count > 1);
            let properties = || within("resource_properties").filter(|_| count > 0);
            types.or_else(concurrent).or_else(properties)
        }
    }
}

fn unreadable(reader: &Reader<'_>, name: &str, is_within: bool) -> Option<Unreadable> {
    let Fault { exception, span, .. } =
        reader.evaluator.schemas().get(name).and_then(|_| reader.error(name))?;
    Some(Unreadable { exception, span, is_within })
}

/// Like [`unreadable`], for the members of a resource group, which may use parameters without a value.
fn unreadable_member(
    reader: &Reader<'_>,
    scope: &Scope<'_>,
    properties: Option<&Snippet>,
) -> Option<Unreadable> {
    let resolve = |snippet: &Snippet| snippet::resolve_without_missing(scope, snippet);
    let data = PropertyData::resolved(scope, properties, |name| name == RESOURCE_DEFINITION, resolve);
    let reader = Reader { data: &data, ..*reader };
    unreadable(&reader, RESOURCE_DEFINITION, false)
}
