//! Attributes of groups, which are outputs of their generated templates.

use heat_hot_language::GroupKind;
use heat_model::python::str_of;
use heat_model::{Value, value};
use heat_yaml::Span;
use indexmap::IndexMap;

use super::super::implementations::Resource;
use crate::Data;
use crate::function::{attribute_references, select_from_data};
use crate::scope::Scope;
use crate::template::known::MEMBER;
use crate::template::output::Output;

const REFS: &str = "refs";
const REFS_MAP: &str = "refs_map";
const ATTRIBUTES: &str = "attributes";
const REMOVED: &str = "removed_rsrc_list";
const INSTANCES: &str = "InstanceList";
const REFERENCES: &str = "references";

/// Attributes that a template refers to, by resource.
#[derive(Debug, Default)]
pub(crate) struct AttributeUses(IndexMap<String, Vec<AttributeUse>>);

/// Attribute that a template refers to.
#[derive(Debug)]
pub(crate) struct AttributeUse {
    /// Name of the attribute, followed by the path within it.
    path: Vec<Value>,
    /// Span of the first reference.
    span: Span,
}

impl AttributeUses {
    /// Collects the attributes that resources and outputs refer to.
    pub(crate) fn new(scope: &Scope<'_>, resources: &[Resource<'_>], outputs: &[Output]) -> Self {
        let mut uses = Self::default();
        let makes = |(_, found): &Resource<'_>| {
            found.as_ref().is_some_and(|found| GroupKind::of(&found.schema.name).is_some())
        };
        if !resources.iter().any(makes) {
            return uses;
        }
        let parts = resources.iter().flat_map(|(definition, _)| definition.parts().map(|(_, part)| part));
        let values = outputs.iter().filter_map(|output| output.value.as_ref());
        for reference in parts.chain(values).flat_map(|part| attribute_references(scope, part)) {
            let path = reference.attribute.into_iter().flatten().map(Data::into_known);
            let (Some(Value::String(name)), Some(path)) =
                (reference.resource.into_known(), path.collect::<Option<Vec<_>>>())
            else {
                continue;
            };
            let known = uses.0.entry(name).or_default();
            if !path.is_empty() && !known.iter().any(|known: &AttributeUse| known.path == path) {
                known.push(AttributeUse { path, span: reference.span });
            }
        }
        uses
    }

    /// The attributes of a resource that the template refers to.
    pub(crate) fn of(&self, resource_name: &str) -> &[AttributeUse] {
        self.0.get(resource_name).map_or(&[], Vec::as_slice)
    }
}

/// The name of the output for an attribute at a path.
fn output_name(maker: GroupKind, attribute: &str, path: &[Value]) -> String {
    if maker == GroupKind::ResourceGroup && attribute == REFS {
        return REFS.to_owned();
    }
    let steps = path.iter().map(str_of);
    [attribute.to_owned()].into_iter().chain(steps).collect::<Vec<_>>().join(", ")
}

/// The attribute of a single deployment from which an attribute of the group is collected.
fn deployment_attribute(attribute: &str) -> &str {
    match attribute {
        "deploy_stdouts" => "deploy_stdout",
        "deploy_stderrs" => "deploy_stderr",
        "deploy_status_codes" => "deploy_status_code",
        other => other,
    }
}

fn get_attr(member: &str, attribute: impl IntoIterator<Item = Value>) -> Value {
    let arguments: Vec<Value> = [Value::from(member)].into_iter().chain(attribute).collect();
    value!({"get_attr": (arguments)})
}

/// Builder of the output values, for the members of a group.
struct Outputs<'m> {
    maker: GroupKind,
    members: &'m [&'m str],
}

impl Outputs<'_> {
    fn ids(&self) -> Value {
        self.members.iter().map(|name| value!({"get_resource": (*name)})).collect()
    }

    fn by_member(&self, value: impl Fn(&str) -> Value) -> Value {
        self.members.iter().map(|name| ((*name).to_owned(), value(name))).collect()
    }

    /// The name and value of the output for an attribute; `None` if it needs no output, or cannot have one.
    fn value(&self, attribute: &str, path: &[Value]) -> Option<(String, Value)> {
        let steps = || path.iter().cloned();
        let name = output_name(self.maker, attribute, path);
        if let GroupKind::DeploymentGroup(_) = self.maker {
            let own = deployment_attribute(attribute);
            let value = self.by_member(|member| get_attr(member, [own.into()]));
            return Some((format!("{ATTRIBUTES}, {own}"), value));
        }
        if let Some(member) = attribute.strip_prefix(MEMBER) {
            let (member, own) =
                member.split_once('.').map_or((member, None), |(member, own)| (member, Some(own)));
            let own: Vec<Value> = own.map(Value::from).into_iter().chain(steps()).collect();
            let is_member = self.members.contains(&member);
            if own.is_empty() {
                let is_chain = self.maker == GroupKind::ResourceChain && is_member;
                return is_chain.then(|| (name, value!({"get_resource": (member)})));
            }
            return is_member.then(|| (name, get_attr(member, own)));
        }
        let value = match attribute {
            REFS => self.ids(),
            ATTRIBUTES if path.is_empty() => return None,
            ATTRIBUTES => self.by_member(|member| get_attr(member, steps())),
            REFS_MAP | REMOVED if self.maker == GroupKind::ResourceGroup => return None,
            other => {
                let own = || [Value::from(other)].into_iter().chain(steps());
                self.members.iter().map(|member| get_attr(member, own())).collect()
            }
        };
        Some((name, value))
    }
}

/// The outputs for the referenced attributes, each with the span of the reference. Outputs that always exist have no span.
pub(super) fn outputs(
    maker: GroupKind,
    attributes: &[AttributeUse],
    members: &[&str],
) -> IndexMap<String, (Value, Option<Span>)> {
    let outputs = Outputs { maker, members };
    let mut found = IndexMap::new();
    match maker {
        GroupKind::AutoScalingGroup => {
            // The members have random names, and their number is arbitrary.
            for (path, span) in
                attributes.iter().filter_map(|used| Some((path_of_members(&used.path)?, used.span)))
            {
                let value = outputs.by_member(|member| get_attr(member, path.clone()));
                found.insert(output_name(maker, "outputs", &path), (value, Some(span)));
            }
            return found;
        }
        GroupKind::InstanceGroup | GroupKind::AwsAutoScalingGroup => {
            let is_list = |used: &&AttributeUse| used.path.first().and_then(Value::as_str) == Some(INSTANCES);
            if let Some(used) = attributes.iter().find(is_list) {
                let address = outputs.by_member(|member| value!({"Fn::GetAtt": [member, "PublicIp"]}));
                found.insert(INSTANCES.to_owned(), (address, Some(used.span)));
            }
            let references = outputs.by_member(|member| value!({"Ref": member}));
            found.insert(REFERENCES.to_owned(), (references, None));
            return found;
        }
        _ => {}
    }
    for used in attributes {
        let Some((attribute, path)) = used.path.split_first() else { continue };
        let output = outputs.value(&str_of(attribute), path);
        found.extend(output.map(|(name, value)| (name, (value, Some(used.span)))));
    }
    if maker == GroupKind::ResourceGroup {
        let references = outputs.by_member(|member| value!({"get_resource": (member)}));
        found.insert(REFS_MAP.to_owned(), (references, None));
    }
    found
}

/// The attribute that is read from each member of a scaling group, with the path within it; `None` if no output is needed.
fn path_of_members(path: &[Value]) -> Option<Vec<Value>> {
    let (attribute, path) = path.split_first()?;
    let attribute = attribute.as_str()?;
    let own = match attribute.strip_prefix(MEMBER) {
        Some(member) => member.split_once('.').map(|(_, own)| Value::from(own)),
        None if matches!(attribute, "outputs" | "outputs_list") => None,
        None => return None,
    };
    let path: Vec<Value> = own.into_iter().chain(path.iter().cloned()).collect();
    (!path.is_empty()).then_some(path)
}

/// The value of an attribute of a group, from the outputs of its stack; `None` if it is not known.
pub(in super::super) fn group_attribute(
    maker: GroupKind,
    outputs: &IndexMap<String, Data>,
    removed: Option<&Data>,
    attribute: &str,
    path: &[Value],
) -> Option<Data> {
    let steps = |path: &[Value]| path.iter().cloned().map(Data::Known).collect::<Vec<_>>();
    match maker {
        GroupKind::AutoScalingGroup | GroupKind::InstanceGroup | GroupKind::AwsAutoScalingGroup => None,
        GroupKind::DeploymentGroup(_) => {
            let own = deployment_attribute(attribute);
            let data = outputs.get(&format!("{ATTRIBUTES}, {own}"))?;
            Some(select_from_data(data, &steps(path)))
        }
        GroupKind::ResourceGroup if attribute == REMOVED => Some(select_from_data(removed?, &steps(path))),
        GroupKind::ResourceGroup | GroupKind::ResourceChain => {
            let member = attribute.strip_prefix(MEMBER).filter(|name| path.is_empty() && !name.contains('.'));
            if let Some(member) = member.filter(|_| maker == GroupKind::ResourceGroup) {
                return outputs.get(REFS_MAP)?.get(member).map(std::borrow::Cow::into_owned);
            }
            let data = outputs.get(&output_name(maker, attribute, path))?;
            let path = if attribute == REFS { path } else { &[] };
            Some(select_from_data(data, &steps(path)))
        }
    }
}

#[cfg(test)]
mod tests {
    use heat_model::value;

    use super::*;

    #[test]
    fn attributes_become_outputs() {
        fn check(maker: GroupKind, path: &[&str], expect: &str) {
            let path = path.iter().map(|step| Value::from(*step)).collect();
            let span = Span::new(0, 0);
            let found = outputs(maker, &[AttributeUse { path, span }], &["0", "1"]);
            // Outputs that always exist are left out.
            let found = found.into_iter().filter(|(_, (_, span))| span.is_some());
            let found: Vec<String> = found.map(|(name, (value, _))| format!("{name} = {value}")).collect();
            assert_eq!(found.join("; "), expect);
        }
        let ids = r#"[{"get_resource": "0"}, {"get_resource": "1"}]"#;
        check(GroupKind::ResourceGroup, &["refs"], &format!("refs = {ids}"));
        check(GroupKind::ResourceChain, &["refs"], &format!("refs = {ids}"));
        // A resource group has these attributes itself; in a chain, they are attributes of the members.
        let of_each = |name: &str| {
            format!(r#"{name} = [{{"get_attr": ["0", "{name}"]}}, {{"get_attr": ["1", "{name}"]}}]"#)
        };
        check(GroupKind::ResourceGroup, &["refs_map"], "");
        check(GroupKind::ResourceGroup, &["removed_rsrc_list"], "");
        check(GroupKind::ResourceChain, &["refs_map"], &of_each("refs_map"));
        check(GroupKind::ResourceChain, &["removed_rsrc_list"], &of_each("removed_rsrc_list"));
        check(GroupKind::ResourceGroup, &["attributes"], "");
        check(GroupKind::ResourceGroup, &["resource.1"], "");
        check(GroupKind::ResourceChain, &["resource.1"], r#"resource.1 = {"get_resource": "1"}"#);
        check(GroupKind::ResourceChain, &["resource.2"], "");
        check(
            GroupKind::ResourceGroup,
            &["resource.1.name"],
            r#"resource.1.name = {"get_attr": ["1", "name"]}"#,
        );
        check(GroupKind::ResourceGroup, &["resource.2.name"], "");
    }

    #[test]
    fn members_of_scaling_groups_give_attributes() {
        fn check(path: &[Value], expect: Option<&[Value]>) {
            assert_eq!(path_of_members(path).as_deref(), expect, "{path:?}");
        }
        let text = |text: &str| Value::from(text);
        check(&[text("outputs"), text("name")], Some(&[text("name")]));
        check(&[text("outputs_list"), text("name"), 0.into()], Some(&[text("name"), 0.into()]));
        check(&[text("resource.1.name"), 0.into()], Some(&[text("name"), 0.into()]));
        check(&[text("resource.1"), text("name")], Some(&[text("name")]));
        check(&[text("outputs")], None);
        check(&[text("current_size"), text("name")], None);
        check(&[5.into(), text("name")], None);
        check(&[], None);
    }

    #[test]
    fn attributes_of_groups_come_from_the_outputs_of_their_stacks() {
        fn check(maker: GroupKind, attribute: &str, path: &[Value], expect: Option<&str>) {
            let outputs = [
                ("refs", value!(["id0", "id1"])),
                ("refs_map", value!({"0": "id0", "1": "id1"})),
                ("name", value!(["n0", "n1"])),
                ("resource.1.name", value!("n1")),
                ("resource.1", value!("id1")),
            ];
            let outputs = outputs.map(|(name, value)| (name.to_owned(), Data::Known(value)));
            let found = group_attribute(
                maker,
                &outputs.into_iter().collect(),
                Some(&Data::Known(value!(["0"]))),
                attribute,
                path,
            );
            let found = found.map(|data| crate::data::marked(&data).to_string());
            assert_eq!(found.as_deref(), expect, "{maker:?} {attribute} {path:?}");
        }
        let group = GroupKind::ResourceGroup;
        check(group, "refs", &[], Some(r#"["id0", "id1"]"#));
        check(group, "refs", &[value!(1)], Some(r#""id1""#));
        check(group, "refs_map", &[], Some(r#"{"0": "id0", "1": "id1"}"#));
        check(group, "name", &[], Some(r#"["n0", "n1"]"#));
        check(group, "resource.1", &[], Some(r#""id1""#));
        check(group, "resource.2", &[], None);
        check(group, "resource.1.name", &[], Some(r#""n1""#));
        check(group, "other", &[], None);
        check(group, "removed_rsrc_list", &[], Some(r#"["0"]"#));
        check(group, "removed_rsrc_list", &[value!(0)], Some(r#""0""#));
        let chain = GroupKind::ResourceChain;
        check(chain, "removed_rsrc_list", &[], None);
        check(chain, "resource.1", &[], Some(r#""id1""#));
        check(GroupKind::AutoScalingGroup, "refs", &[], None);
    }
}
