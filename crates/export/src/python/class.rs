//! A resource type as a Python class.

use heat_model::group::{GroupExpression, Member};
use heat_model::{EarlyReference, PropertiesGroup, ResourceType};

use super::expression::{Expression, INDENT, constants, statement};
use super::module_names::Constants;
use super::schema;
use super::status::{self, Substitutes};
use super::{dependencies, prose, rules, validation};

/// A class to be written.
pub(super) struct Class<'c> {
    pub(super) schema: &'c ResourceType,
    pub(super) name: &'c str,
    pub(super) constants: &'c Constants,
    pub(super) substitutes: &'c Substitutes<'c>,
}

impl Class<'_> {
    /// The code of the class, after two blank lines.
    pub(super) fn text(&self) -> String {
        let base = if self.schema.any_property { "none_resource.NoneResource" } else { "resource.Resource" };
        let mut parts = Vec::new();
        let description = self.schema.description.as_deref().filter(|text| !text.trim().is_empty());
        parts.extend(description.map(|text| prose::docstring(text, INDENT)));
        let facts = self.facts();
        if !facts.is_empty() {
            parts.push(facts);
        }
        parts.extend(self.constants.groups.iter().map(|group| constants(INDENT, &group.name, &group.keys)));
        parts.extend(self.schemas());
        parts.extend(self.methods());
        format!("\n\nclass {}({base}):\n{}", self.name, parts.join("\n"))
    }

    /// The class attributes with plain values.
    fn facts(&self) -> String {
        let schema = self.schema;
        let mut lines = String::new();
        let mut assign = |name: &str, value: Expression| {
            lines += &statement(INDENT, &format!("{name} = "), &value, "");
        };
        // The base class of placeholders sets its own status.
        if !schema.support_status.is_empty() || schema.any_property {
            assign("support_status", status::expression(&schema.support_status, self.substitutes));
        }
        let texts = [
            ("default_client_name", &schema.default_client_name),
            ("entity", &schema.entity),
            ("required_service_extension", &schema.required_service_extension),
        ];
        for (name, text) in texts {
            if let Some(text) = text {
                assign(name, Expression::text(text));
            }
        }
        if schema.physical_resource_name_limit != ResourceType::PHYSICAL_RESOURCE_NAME_LIMIT {
            assign(
                "physical_resource_name_limit",
                Expression::Code(schema.physical_resource_name_limit.to_string()),
            );
        }
        let flags = [
            ("always_replace_on_check_failed", schema.always_replace_on_check_failed, true),
            ("requires_deferred_auth", schema.requires_deferred_auth, false),
            ("strict_dependency", schema.strict_dependency, true),
        ];
        for (name, flag, default) in flags {
            if flag != default {
                assign(name, Expression::code(if flag { "True" } else { "False" }));
            }
        }
        if schema.no_signal_actions != ResourceType::new("").no_signal_actions {
            let actions = schema.no_signal_actions.iter().map(|action| Expression::text(action));
            assign("no_signal_actions", Expression::List(actions.collect()));
        }
        lines
    }

    fn schemas(&self) -> Vec<String> {
        let Self { schema, constants, substitutes, .. } = self;
        let constant = |constant: Option<&str>| Expression::code(constant.unwrap_or_default());
        let property = |path: &[String]| constant(constants.property(path));
        let policy = |path: &[String]| constant(constants.update_policy(path));
        let attribute = |name: &str| constant(constants.attribute(name));
        let mut schemas = vec![
            ("properties_schema", schema::properties(&schema.properties, &property, substitutes)),
            // Written even without entries, because Heat adds the base attributes to it.
            ("attributes_schema", schema::attributes(&schema.attributes, &attribute, substitutes)),
        ];
        if !schema.update_policy.is_empty() {
            let policies = schema::properties(&schema.update_policy, &policy, substitutes);
            schemas.push(("update_policy_schema", policies));
        }
        schemas.iter().map(|(name, value)| statement(INDENT, &format!("{name} = "), value, "")).collect()
    }

    /// The methods that implement what class attributes cannot express.
    fn methods(&self) -> Vec<String> {
        let schema = self.schema;
        let mut methods = Vec::new();
        if !schema.properties_groups.is_empty() {
            methods.push(self.groups());
        }
        if !schema.translation_rules.is_empty() {
            methods.push(rules::method(schema, self.constants));
        }
        if validation::is_needed(schema) {
            methods.push(validation::method(schema, self.constants));
        }
        if !schema.dependencies_by_value.is_empty() {
            methods.push(dependencies::method(schema, self.constants));
        }
        methods.extend(schema.reference_before_creation.map(|reference| {
            method(
                "get_reference_id(self)",
                "",
                match reference {
                    EarlyReference::None => "return self.resource_id",
                    EarlyReference::NoneText => "return str(self.resource_id)",
                },
            )
        }));
        // Heat checks whether these methods exist.
        if schema.any_attribute && !schema.any_property {
            methods.push(method(
                "get_attribute(self, key, *path)",
                "With this method, Heat accepts any name of an attribute. Add those that the schema does not list.",
                "return super().get_attribute(key, *path)",
            ));
        } else if schema.any_property && !schema.any_attribute {
            methods.push(format!("{:INDENT$}get_attribute = resource.Resource.get_attribute\n", ""));
        }
        methods.extend(schema.has_show.map(|has_show| {
            if has_show {
                let doc =
                    "What the attribute show gives: the full record from the service's API, as a dictionary.";
                method("_show_resource(self)", doc, "return {}")
            } else {
                method("_show_resource(self)", "", "return None")
            }
        }));
        if schema.supports_snapshot_deletion {
            methods.push(method(
                "handle_snapshot_delete(self, state)",
                "With this method, Heat accepts the deletion policy Snapshot. Take a snapshot, then delete.",
                "raise NotImplementedError()",
            ));
        }
        methods
    }

    fn groups(&self) -> String {
        let written = self.schema.properties_groups.iter().map(|group| self.group(group));
        format!(
            "{:INDENT$}@property\n{:INDENT$}def properties_groups_schema(self):\n{}",
            "",
            "",
            statement(2 * INDENT, "return ", &Expression::List(written.collect()), "")
        )
    }

    fn group(&self, group: &PropertiesGroup) -> Expression {
        match group {
            PropertiesGroup::Expression(group) => Expression::Call(
                "properties_group.PropertiesGroup".to_owned(),
                vec![self.members(group).into()],
            ),
            // Heat has no class for this kind of group.
            PropertiesGroup::ApiVersions(versions) => {
                let plugin = vec![Expression::text(&versions.client_plugin).into()];
                let entries = [
                    ("client_plugin", Expression::Call("self.client_plugin".to_owned(), plugin)),
                    (
                        "versions",
                        Expression::List(
                            versions.versions.iter().map(|text| Expression::text(text)).collect(),
                        ),
                    ),
                    (
                        "properties",
                        Expression::List(versions.properties.iter().map(|path| self.path(path)).collect()),
                    ),
                ];
                let entries = entries.map(|(key, value)| (Expression::text(key), value)).into();
                Expression::Dict(vec![(Expression::text("api_versions"), Expression::Dict(entries))])
            }
        }
    }

    fn members(&self, group: &GroupExpression) -> Expression {
        let members = group.members.iter().map(|member| match member {
            Member::Property(path) => self.path(path),
            Member::Group(group) => self.members(group),
        });
        let operator = format!("properties_group.{}", group.operator.as_str().to_uppercase());
        Expression::Dict(vec![(Expression::Code(operator), Expression::List(members.collect()))])
    }

    fn path(&self, path: &[String]) -> Expression {
        rules::path(self.constants, path)
    }
}

/// A method with a body of one line.
fn method(signature: &str, doc: &str, body: &str) -> String {
    let doc = if doc.is_empty() { String::new() } else { prose::docstring(doc, 2 * INDENT) };
    format!("{:INDENT$}def {signature}:\n{doc}{:2$}{body}\n", "", "", 2 * INDENT)
}
