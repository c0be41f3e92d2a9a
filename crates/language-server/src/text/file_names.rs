//! Files that a template names.

use heat_hot::Template;
use heat_hot::environment::files::{Base, Reference};
use heat_yaml::{Node, Span, Value};

use crate::text::names::text_span;

/// A file name in a template.
pub(crate) struct FileName {
    /// Span of the file name.
    pub(crate) span: Span,
    /// The path of the file.
    pub(crate) path: String,
}

/// The files that a template names, with `get_file` or as a type. URLs are not among them.
pub(crate) fn files(template: &Template) -> Vec<FileName> {
    let source = template.source();
    let base = Base::File(source.name().to_owned());
    let mut found = Vec::new();
    let mut open = vec![template.root()];
    while let Some(node) = open.pop() {
        match &node.value {
            Value::Sequence(items) | Value::Set(items) => open.extend(items.iter().rev()),
            Value::Mapping(map) => {
                for entry in map.iter().rev() {
                    if let Some(text) = entry.key.as_str().and_then(|key| named_file(key, &entry.value))
                        && let Reference::Path(path) = base.join(text)
                    {
                        found.push(FileName { span: text_span(source.text(), entry.value.span), path });
                    }
                    open.push(&entry.value);
                }
            }
            _ => {}
        }
    }
    found.sort_by_key(|file| file.span);
    found.dedup_by_key(|file| file.span);
    found
}

/// The file that an entry names, by the rules of the client that uploads files.
fn named_file<'n>(key: &str, value: &'n Node) -> Option<&'n str> {
    let text = value.as_str()?;
    (key == "get_file" || key == "type" && is_template_file(text)).then_some(text)
}

/// Returns whether a type is the name of a template.
pub(crate) fn is_template_file(name: &str) -> bool {
    [".yaml", ".template"].iter().any(|end| name.ends_with(end))
}
