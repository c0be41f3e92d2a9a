//! Files that were written at boot from the data that Heat passed to the server.

use std::path::Path;

use heat_model::Value;
use heat_model::value::Map;

use super::answer::{Answer, FetchResult};
use crate::collect::files::read_json;
use crate::collect::ini::Options;
use heat_deployments::log::Log;

/// Path where Heat's boot data are written.
const PATH: &str = "/var/lib/heat-cfntools/cfn-init-data";

/// Reads the files and merges them. If several files have the same key, the last one is used.
pub(super) fn fetch(options: &Options, log: &mut dyn Log) -> FetchResult {
    let default = [PATH.to_owned()];
    let paths = options.all("heat_local", "path").unwrap_or(&default);
    let mut found = Map::default();
    let mut problems = Vec::new();
    for path in paths {
        match read_json(Path::new(path)) {
            Ok(Some(Value::Map(map))) => found.extend(map.into_inner()),
            Ok(None) => {}
            Ok(Some(other)) => problems.push(format!("{path} is {} instead of a map", other.kind())),
            Err(problem) => problems.push(format!("{path} cannot be used: {problem}")),
        }
    }
    match (found.is_empty(), problems.is_empty()) {
        (false, _) => {
            for problem in &problems {
                log.debug(problem);
            }
            Ok(Value::Map(found))
        }
        (true, false) => Err(Answer::Unavailable(problems.join("; "))),
        (true, true) => Err(Answer::NotConfigured("a file with boot data")),
    }
}
