//! `cfn-init`: the config is metadata for `cfn-init`, which finds it in a file.

use heat_model::Value;
use heat_model::python::json_dumps;
use indexmap::IndexMap;

use super::job::{self, Job};
use super::report;
use crate::files::PRIVATE_PROGRAM;
use crate::process::Program;
use crate::signal::Outputs;

pub(super) fn run(job: &mut Job<'_>) -> Result<Outputs, String> {
    let config = if job.config.contains_key("config") { job.config_map()? } else { IndexMap::new() };
    let metadata = IndexMap::from([("AWS::CloudFormation::Init".to_owned(), Value::from(config))]);
    let folder = job.folder("HEAT_CFN_INIT_LAST_METADATA_DIR", "/var/cache/heat-cfntools")?;
    job::write(&folder.join("last_metadata"), PRIVATE_PROGRAM, &json_dumps(&Value::from(metadata)))?;
    let program = Program::new(job.folders.text("HEAT_CFN_INIT_CMD", "cfn-init"));
    Ok(report::finished(&job.run(program)?))
}
