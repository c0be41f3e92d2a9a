//! The version that a template declares.

use heat_hot_language::{HotVersion, TemplateVersion};
use heat_model::suggest::nearest;
use heat_yaml::{Entry, Node};

use crate::Fault;
use crate::fault::{Exception, Help, Problem};

/// Reads the version that a document declares. Exactly one key has to declare it, as a string.
///
/// # Errors
/// The version is missing, ambiguous or unknown.
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
                let near = || {
                    (key == TemplateVersion::Hot(HotVersion::NEWEST).declaration().0)
                        .then(|| version_help(text))
                };
                invalid(&entry.value, unknown(key, text)).or_help(near)
            })
        }
        [_, (second, _), ..] => {
            let keys: Vec<&str> = declaring.iter().filter_map(|(entry, _)| entry.key.as_str()).collect();
            Err(invalid(&second.key, format!("Ambiguous versions ({})", keys.join(", "))))
        }
    }
}

/// Help for a version of HOT that does not exist: the one that was probably meant, or the newest.
fn version_help(text: &str) -> Help {
    // The day may be written before the month.
    let swapped = match text.split('-').collect::<Vec<_>>()[..] {
        [year, day, month] => HotVersion::find(&format!("{year}-{month}-{day}")),
        _ => None,
    };
    let near = swapped.map(HotVersion::as_str).or_else(|| nearest(text, HotVersion::names()));
    near.map_or_else(
        || {
            let newest = HotVersion::NEWEST.as_str();
            format!("a version is one of these dates, not any date: the newest is `{newest}`").into()
        },
        |near| Help::did_you_mean(text, near),
    )
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
