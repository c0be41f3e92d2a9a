//! Templates of nested stacks that the client does not send and Heat cannot fetch.

use heat_yaml::Source;

use super::nesting::Parent;
use crate::Fault;
use crate::fault::{Exception, Problem, Stage};
use crate::snippet;
use crate::template::definition::Definition;
use crate::template::environment_types::unreadable;

/// The error for an `OS::Heat::Stack` whose template is the name of a file, or another text that is not a template.
pub(super) fn no_template(parent: &Parent<'_, '_>, definition: &Definition) -> Option<Fault> {
    let properties = definition.properties.as_ref()?;
    if properties.get("context").is_some() {
        return None;
    }
    // The content of a file is checked as a template.
    let template = properties.get("template").filter(|template| template.as_call().is_none())?;
    let text = snippet::resolve(parent.scope, template).ok()?;
    let text = text.as_known()?.as_str()?;
    let reason = unreadable(&Source::new("template", text))?;
    let message = format!(
        "Failed validating stack template using Heat endpoint at region \"None\" due to \"{reason}\""
    );
    let exception = Exception::validation(Problem::InvalidNestedTemplate, Vec::new(), message);
    let fault = Fault::at(template.span, exception).noticed_at(Stage::Creation);
    let is_file = !text.contains(char::is_whitespace) && template.as_str().is_some();
    Some(fault.or_help(|| {
        is_file.then(|| format!("to read the template from the file, write `template: {{get_file: {text}}}`"))
    }))
}

/// The error for an `AWS::CloudFormation::Stack` whose template Heat cannot fetch, because its URL is invalid.
pub(super) fn unfetched(parent: &Parent<'_, '_>, definition: &Definition) -> Option<Fault> {
    let address = definition.properties.as_ref()?.get("TemplateURL")?;
    let text = snippet::resolve(parent.scope, address).ok()?;
    let text = text.as_known()?.as_str()?;
    let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme).to_lowercase();
    // Text with other characters before its colon has no scheme.
    let is_scheme = |character: char| character.is_ascii_alphanumeric() || "+-.".contains(character);
    let scheme = if scheme.chars().all(is_scheme) { scheme.as_str() } else { "" };
    if matches!(scheme, "http" | "https") {
        return None;
    }
    let message = format!("Could not fetch remote template '{text}': Invalid URL scheme {scheme}");
    let exception = Exception::value_error(Problem::InvalidNestedTemplate, message);
    let fault = Fault::at(address.span, exception).noticed_at(Stage::Creation);
    Some(fault.with_help(format!(
        "Heat fetches the template from an address with http or https; to use a file, name it as the type: `type: {text}`"
    )))
}
