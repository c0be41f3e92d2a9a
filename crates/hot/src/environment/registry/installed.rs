//! The registry that is installed with Heat (`environment.d/default.yaml` in its configuration); it applies after the users'
//! registry.

use heat_model::resource_types::current_name;

use super::resolution::Resolution;

/// The types that are implemented by templates, with the name of each template and a text that has its parameters and outputs.
/// The resources are left out.
const TEMPLATES: [(&str, &str, &str); 2] = [
    (
        "AWS::CloudWatch::Alarm",
        "file:///etc/heat/templates/AWS_CloudWatch_Alarm.yaml",
        include_str!("installed/alarm.yaml"),
    ),
    (
        "AWS::RDS::DBInstance",
        "file:///etc/heat/templates/AWS_RDS_DBInstance.yaml",
        include_str!("installed/database.yaml"),
    ),
];

/// The replacement of a type in Heat's own registry.
pub(crate) fn resolution(resource_type: &str, is_type: &dyn Fn(&str) -> bool) -> Option<Resolution> {
    if let Some((name, path, _)) = TEMPLATES.iter().find(|(name, _, _)| *name == resource_type) {
        let (name, path) = ((*name).to_owned(), (*path).to_owned());
        return Some(Resolution::Template { name, path, place: None });
    }
    current_name(resource_type).filter(|name| is_type(name)).map(Resolution::Type)
}

/// The text of a template that is installed with Heat.
pub(crate) fn template(path: &str) -> Option<&'static str> {
    TEMPLATES.iter().find(|(_, known, _)| *known == path).map(|(_, _, text)| *text)
}
