//! Which version a template declares.

use heat_model::suggest::nearest;
use heat_yaml::{Entry, Node};

use crate::Fault;
use crate::fault::{Exception, Help, Problem};
use crate::language::{HotVersion, TemplateVersion};

/// The version that a document declares. Exactly one key has to declare one, as text.
///
/// # Errors
/// Why Heat does not know the version.
pub fn declared_version(root: &Node) -> Result<TemplateVersion, Fault> {
    let declaring: Vec<(&Entry, &str)> = root
        .as_mapping()
        .into_iter()
        .flatten()
        .filter(|entry| entry.key.as_str().is_some_and(|key| TemplateVersion::KEYS.contains(&key)))
        .filter_map(|entry| Some((entry, entry.value.as_str()?)))
        .collect();
    let invalid = |node: &Node, explanation: String| {
        Fault::at(node.span, Exception::InvalidTemplateVersion(Problem::UnknownVersion, explanation))
    };
    match declaring.as_slice() {
        [] => Err(invalid(root, "Template version was not provided".to_owned())),
        [(entry, text)] => {
            let key = entry.key.as_str().unwrap_or_default();
            TemplateVersion::declared_by(key, text).ok_or_else(|| {
                let near = || nearest(text, HotVersion::names()).map(|near| Help::did_you_mean(text, near));
                invalid(&entry.value, unknown(key, text)).or_help(near)
            })
        }
        [_, (second, _), ..] => {
            let keys: Vec<&str> = declaring.iter().filter_map(|(entry, _)| entry.key.as_str()).collect();
            Err(invalid(&second.key, format!("Ambiguous versions ({})", keys.join(", "))))
        }
    }
}

fn unknown(key: &str, text: &str) -> String {
    let formats = [TemplateVersion::HeatCfn, TemplateVersion::AwsCfn].map(TemplateVersion::declaration);
    let expected = formats.into_iter().find(|(format, _)| *format == key).map_or_else(
        || {
            let mut names: Vec<&str> = HotVersion::names().collect();
            names.sort_unstable();
            format!(" one of: {}", names.join(", "))
        },
        |(_, value)| format!(": {value}"),
    );
    format!("\"{key}: {text}\". \"{key}\" should be{expected}")
}
