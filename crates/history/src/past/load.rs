//! Loader for the file of earlier schemas next to the schemas.

use std::sync::Arc;

use heat_model::ReleaseTable;
use heat_model::load::fields::{Reader, read};
use heat_model::suggest::nearest;
use heat_yaml::{Diagnostic, Node, Source};
use indexmap::IndexMap;

use super::{Edit, Past, PastRelease};

/// Reads the schemas of earlier releases and reports all errors in the file. The releases must be in the table, newest first;
/// without a table, any releases are accepted.
#[must_use]
pub fn load_past(source: &Arc<Source>, table: &ReleaseTable) -> (Past, Vec<Diagnostic>) {
    read(source, |reader, root| {
        let mut oldest = None;
        let items = reader.list(root, "the file of earlier schemas");
        items.iter().filter_map(|item| release(reader, item, &mut oldest, table)).collect()
    })
}

fn release(
    reader: &mut Reader<'_>,
    node: &Node,
    oldest: &mut Option<usize>,
    table: &ReleaseTable,
) -> Option<PastRelease> {
    let fields = reader.fields(node, "a release", &["release", "types"])?;
    let Some(version_node) = fields.get("release") else {
        if fields.lacks("release") {
            let message = "a release requires `release`, its version";
            reader.error("missing-key", fields.span, message, "missing `release`", None);
        }
        return None;
    };
    let version = reader.string(version_node, "`release`")?;
    let position = table.position(&version);
    if position.is_none() && !table.releases.is_empty() {
        let known = table.releases.iter().map(|release| release.version.as_str());
        let help = nearest(&version, known).map(|near| format!("did you mean `{near}`?"));
        let message = format!("there is no release `{version}`");
        reader.error("unknown-release", version_node.span, message, "not in the release table", help);
    }
    if let (Some(oldest), Some(position)) = (*oldest, position)
        && position >= oldest
    {
        let message = format!("`{version}` does not come before the release above it");
        let help = "regenerate the file with `heat-codegen history`".to_owned();
        reader.error(
            "unordered-releases",
            version_node.span,
            message,
            "the newest one comes first",
            Some(help),
        );
    }
    *oldest = position.or(*oldest);
    let types = fields.get("types").map(|node| reader.named(node, "`types`")).unwrap_or_default();
    let types = types
        .into_iter()
        .map(|(name, entry)| (name.to_owned(), reader.items(&entry.value, &format!("`{name}`"), edit)));
    let types: IndexMap<_, _> = types.collect();
    Some(PastRelease { version, types })
}

fn edit(reader: &mut Reader<'_>, node: &Node) -> Option<Edit> {
    let fields = reader.fields(node, "a difference", &["path", "value"])?;
    let path = fields.get("path").map_or_else(|| Some(Vec::new()), |path| reader.strings(path, "`path`"));
    Some(Edit { path: path?, value: fields.get("value").map(|node| reader.value(node)) })
}
