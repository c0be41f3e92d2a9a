//! Heat's two verdicts on templates in files: on the request that validates one, and on the one that creates a stack.

use heat_hot::environment::EnvironmentFile;
use heat_model::Value;
use heat_template_check::verdicts;
use heat_yaml::Source;

use super::environment_files::Folder;
use crate::compare::{Comparison, Difference};
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about verdicts. Input `{files, template, environment?}`: the files of a folder, and the names of those that are
/// passed to the client. Parameters have values.
///
/// If the code of a plug-in, a client or a cloud refuses a template (`validate_by`, `create_by`), we need not report an error.
pub(crate) struct Verdicts;

impl Family for Verdicts {
    fn name(&self) -> &'static str {
        "verdicts"
    }

    fn verdicts(&self) -> &'static [&'static str] {
        &["validate", "create"]
    }

    fn details(&self) -> &'static [&'static str] {
        &["validate_by", "create_by"]
    }

    fn differences(&self, vector: &Vector, data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
        let Vector { input, output, .. } = vector;
        let files = Folder(input.required("files")?.map()?);
        let source = |name: &str| {
            let text = files.0.get(name).and_then(Value::as_str);
            let text = text.ok_or_else(|| Unanswerable::Malformed(format!("there is no file {name}")))?;
            Ok::<_, Unanswerable>(Source::new(name, text))
        };
        let environment = input.field("environment").and_then(Value::as_str);
        let environments = environment.map(|name| Ok(EnvironmentFile::read(&source(name)?)));
        let environments = environments.into_iter().collect::<Result<_, Unanswerable>>()?;
        let template = source(input.text("template")?)?;
        let ours = verdicts(template, environments, &files, data.resource_types()?);
        let mut found = Comparison::default();
        for (request, is_accepted) in [("validate", ours.is_validated), ("create", ours.is_created)] {
            let recorded = output.required(request)?;
            let by = output.field(&format!("{request}_by")).and_then(Value::as_str);
            let is_expected = match recorded.as_str() {
                Some("accepted") => is_accepted,
                Some("refused") => !is_accepted || by != Some("heat"),
                // The verdict depends on the cloud, which a plug-in queries.
                _ => true,
            };
            if !is_expected {
                found.differs(request, recorded, &if is_accepted { "accepted" } else { "refused" });
            }
        }
        Ok(found.differences)
    }
}
