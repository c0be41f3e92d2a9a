//! Judges JSON documents by the policies in Guard and in Rego, and prints one line per policy and document.
//!
//! `policy-judge POLICIES stacks|plans FILE...` prints `file`, `policy`, `guard` and `rego`, separated by tabs; a verdict is `violated`
//! or `-`.

use cfn_guard::{ValidateInput, run_checks};
use serde_json::Value;
use std::collections::BTreeSet;
use std::{env, error::Error, fs};

/// Names of the rules that Guard reports as failed, and the names of all rules.
fn guard(policies: &str, document: &str) -> Result<(BTreeSet<String>, BTreeSet<String>), Box<dyn Error>> {
    let data = ValidateInput { content: document, file_name: "document" };
    let rules = ValidateInput { content: policies, file_name: "policies" };
    // The short report of `run_checks` is cut off after 8 KB; the long one is complete.
    let report: Value = serde_json::from_str(&run_checks(data, rules, true)?)?;
    let (mut failed, mut all) = (BTreeSet::new(), BTreeSet::new());
    for record in report["children"].as_array().ok_or("Guard reports no rules")? {
        let check = &record["container"]["RuleCheck"];
        let (Some(name), Some(status)) = (check["name"].as_str(), check["status"].as_str()) else { continue };
        all.insert(name.to_owned());
        if status == "FAIL" {
            failed.insert(name.to_owned());
        }
    }
    Ok((failed, all))
}

/// Names in the set `violated` of the package.
fn rego(policies: &str, package: &str, document: &str) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let mut engine = regorus::Engine::new();
    // As in OPA: the failure of a built-in function makes an expression undefined.
    engine.set_strict_builtin_errors(false);
    engine.add_policy("policies.rego".into(), policies.into())?;
    engine.set_input_json(document)?;
    let violated: Value =
        serde_json::from_str(&engine.eval_rule(format!("data.{package}.violated"))?.to_json_str()?)?;
    let names = violated.as_array().ok_or("`violated` is not a set")?;
    Ok(names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder, kind, files @ ..] = arguments.as_slice() else {
        return Err("usage: policy-judge POLICIES stacks|plans FILE...".into());
    };
    let in_guard = fs::read_to_string(format!("{folder}/guard/{kind}.guard"))?;
    let in_rego = fs::read_to_string(format!("{folder}/rego/{kind}.rego"))?;
    for file in files {
        let document = fs::read_to_string(file)?;
        let (failed, all) = guard(&in_guard, &document).map_err(|error| format!("{file}: {error}"))?;
        let violated = rego(&in_rego, kind, &document).map_err(|error| format!("{file}: {error}"))?;
        let verdict =
            |names: &BTreeSet<String>, name: &String| if names.contains(name) { "violated" } else { "-" };
        for name in all.union(&violated) {
            println!(
                "{file}\t{}\t{}\t{}",
                name.replace('_', "-"),
                verdict(&failed, name),
                verdict(&violated, name)
            );
        }
    }
    Ok(())
}
