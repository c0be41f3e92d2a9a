//! Which version a template declares.

use heat_model::intrinsic::{HotVersion, TemplateVersion};
use heat_yaml::{Entry, Node};

use crate::Fault;
use crate::fault::Exception;

/// The keys that declare a version.
const KEYS: [&str; 3] = ["heat_template_version", "HeatTemplateFormatVersion", "AWSTemplateFormatVersion"];

/// The declared version. Exactly one key has to declare one, as text.
pub(super) fn declared(root: &Node) -> Result<TemplateVersion, Fault> {
    let declaring: Vec<(&Entry, &str)> = root
        .as_mapping()
        .into_iter()
        .flatten()
        .filter(|entry| entry.key.as_str().is_some_and(|key| KEYS.contains(&key)))
        .filter_map(|entry| Some((entry, entry.value.as_str()?)))
        .collect();
    let invalid = |node: &Node, explanation: String| {
        Fault::at(node.span, Exception::InvalidTemplateVersion(explanation))
    };
    match declaring.as_slice() {
        [] => Err(invalid(root, "Template version was not provided".to_owned())),
        [(entry, text)] => {
            let key = entry.key.as_str().unwrap_or_default();
            known(key, text).ok_or_else(|| invalid(&entry.value, unknown(key, text)))
        }
        [_, (second, _), ..] => {
            let keys: Vec<&str> = declaring.iter().filter_map(|(entry, _)| entry.key.as_str()).collect();
            Err(invalid(&second.key, format!("Ambiguous versions ({})", keys.join(", "))))
        }
    }
}

fn known(key: &str, text: &str) -> Option<TemplateVersion> {
    match (key, text) {
        ("heat_template_version", text) => HotVersion::find(text).map(TemplateVersion::Hot),
        ("HeatTemplateFormatVersion", "2012-12-12") => Some(TemplateVersion::HeatCfn),
        ("AWSTemplateFormatVersion", "2010-09-09") => Some(TemplateVersion::AwsCfn),
        _ => None,
    }
}

fn unknown(key: &str, text: &str) -> String {
    match key {
        "heat_template_version" => {
            let mut names: Vec<&str> = HotVersion::names().collect();
            names.sort_unstable();
            format!("\"{key}: {text}\". \"{key}\" should be one of: {}", names.join(", "))
        }
        "HeatTemplateFormatVersion" => format!("\"{key}: {text}\". \"{key}\" should be: 2012-12-12"),
        _ => format!("\"{key}: {text}\". \"{key}\" should be: 2010-09-09"),
    }
}
