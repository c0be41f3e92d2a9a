//! Tests of `export --format python`, and of the exported classes in a real Heat.
//!
//! The tests that run Heat are ignored by default: `HEAT_PYTHON=venv/bin/python cargo test -p heat-codegen --test it -- --ignored
//! python_plugins` runs them with the Python of an environment with Heat 27.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests say what must hold by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use heat_catalogue::SchemaFiles;
use heat_model::{ConstraintKind, NestedSchema, PropertySchema, ResourceType, StatusEntry, SupportStatus};
use heat_template_files::Examples;
use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{command, folder, project, run, run_in, write};

#[test]
fn types_become_modules() {
    assert_snapshot!(run(&["export", "--format", "python", "My::Net::Port"]));
    assert_snapshot!(run(&["export", "--format", "python", "My::Compute::Server"]));
}

#[test]
fn hidden_types_are_written_on_request() {
    let class = "class OldServer(";
    let all = run(&["export", "--format", "python"]);
    assert!(all.code == 0 && !all.out.contains(class), "{all}");
    // Existing stacks may use HIDDEN properties, and a class without them would be a different type.
    assert!(all.out.contains("\"port_id\""), "{all}");
    assert_eq!(run(&["export", "--format", "python", "My::Compute::OldServer"]).code, 1);
    let hidden = run(&["export", "--format", "python", "--include-hidden"]);
    assert!(hidden.out.contains(class), "{hidden}");
}

/// A schema file on its own, exported.
fn exported(name: &str, text: &str) -> crate::support::Ran {
    let folder = folder(name);
    write(&folder.join("schemas/A.yaml"), text);
    run_in(&folder, &["export", "--format", "python"])
}

/// The first block with this fence in a page.
fn block<'p>(page: &'p str, fence: &str) -> &'p str {
    let (_, rest) = page.split_once(&format!("```{fence}\n")).unwrap();
    rest.split_once("```").unwrap().0
}

#[test]
fn the_module_in_the_guide_is_what_its_schema_gives() {
    let page = fs::read_to_string(project().join("site/guide/75-python-plug-ins.md")).unwrap();
    let folder = folder("python_guide");
    write(&folder.join("schemas/My/Custom/Token.yaml"), block(&page, "yaml"));
    fs::copy(project().join("schemas/releases.yaml"), folder.join("schemas/releases.yaml")).unwrap();
    let ran = run_in(&folder, &["export", "--format", "python", "My::Custom::Token"]);
    assert!(ran.code == 0 && ran.out.ends_with(block(&page, "text")), "{ran}");
}

#[test]
fn what_python_cannot_say_is_refused() {
    let substituted = "type: A\nsupport_status: [{version: 5.0.0, substitute_class: B}]\n";
    assert_snapshot!(exported("substituted", substituted));
}

/// The Python of an environment with Heat.
pub(super) fn python() -> PathBuf {
    let python = std::env::var_os("HEAT_PYTHON");
    let python = PathBuf::from(python.unwrap_or_else(|| panic!("HEAT_PYTHON names no interpreter")));
    // Commands run in other folders.
    if python.components().count() > 1 { std::path::absolute(python).unwrap() } else { python }
}

/// Creates a folder with a plug-in for all types of the catalogue.
fn plugins(name: &str, more: &[&str]) -> PathBuf {
    let folder = folder(name);
    let schemas = project().join("schemas");
    let fixed = ["export", "--format", "python", "--include-hidden", "--out", "exported.py", "--schemas"];
    let plugins = folder.join("plugins");
    fs::create_dir_all(&plugins).unwrap();
    let ran = run_in(&plugins, &[&fixed[..], &[schemas.to_str().unwrap()], more].concat());
    assert_eq!(ran.code, 0, "{ran}");
    plugins
}

/// The schemas that an import of Heat with these plug-ins returns, with Heat's texts.
fn imported(plugins: &Path) -> BTreeMap<String, ResourceType> {
    let folder = plugins.parent().unwrap();
    // Python reads this file when it starts. The plug-ins are in another folder, and the program only knows Heat's defaults.
    let code = "import heat.common.config\nfrom oslo_config import cfg\n\
                cfg.CONF.set_override(\"plugin_dirs\", [\"plugins\"])\n";
    write(&folder.join("start/sitecustomize.py"), code);
    let python = python();
    let arguments = ["import", "--descriptions", "keep", "--out", "imported", "--python"];
    let mut command = command(folder, &[&arguments[..], &[python.to_str().unwrap()]].concat());
    let output = command.env("PYTHONPATH", "start").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let files = SchemaFiles::read(&folder.join("imported"));
    assert!(!files.has_errors(), "{:?}", files.diagnostics);
    files.files.into_iter().map(|(name, file)| (name, file.schema)).collect()
}

/// A schema without the parts that a class cannot represent, and those that are only in its code, which the other tests run.
fn comparable(schema: &ResourceType) -> ResourceType {
    let mut schema = schema.clone();
    schema.keywords.clear();
    schema.examples.clear();
    schema.accepted_findings.clear();
    schema.validation_rules.clear();
    schema.dependencies_by_value.clear();
    schema.clear_keys_beside_heat();
    // The lines of a docstring are shorter.
    schema.description = schema.description.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
    comparable_status(&mut schema.support_status);
    schema.properties.values_mut().chain(schema.update_policy.values_mut()).for_each(comparable_property);
    for attribute in schema.attributes.values_mut() {
        attribute.example = None;
        comparable_status(&mut attribute.support_status);
        trim(&mut attribute.description);
    }
    schema
}

fn comparable_property(property: &mut PropertySchema) {
    property.update_effect = None;
    trim(&mut property.description);
    comparable_status(&mut property.support_status);
    property.constraints.iter_mut().for_each(|constraint| trim(&mut constraint.description));
    match &mut property.schema {
        Some(NestedSchema::Item(item)) => comparable_property(item),
        Some(NestedSchema::Members(members)) => members.values_mut().for_each(comparable_property),
        None => {}
    }
}

fn comparable_status(status: &mut SupportStatus) {
    status.history.iter_mut().for_each(|entry| trim(&mut entry.message));
    // Both mean that the item was always supported.
    if status.history.iter().eq([&StatusEntry::default()]) {
        status.history.clear();
    }
}

fn trim(text: &mut Option<String>) {
    *text = text.take().map(|text| text.trim().to_owned());
}

/// The number of types that are equal in an import of their classes.
fn check(types: &BTreeMap<String, ResourceType>, plugins: &Path) -> usize {
    let imported = imported(plugins);
    for (name, schema) in types {
        let mut expected = comparable(schema);
        let found = imported.get(name).unwrap_or_else(|| panic!("Heat has no {name}"));
        let class = found.python_class.clone();
        assert!(
            class.as_deref().is_some_and(|class| class.starts_with("heat.engine.plugins.exported.")),
            "{class:?}"
        );
        expected.python_class = class;
        assert_eq!(comparable(found), expected, "{name}");
    }
    types.len()
}

#[test]
#[ignore = "needs a Python with Heat"]
fn heat_has_every_type_as_its_schema_says() {
    let files = SchemaFiles::read(&project().join("schemas"));
    let types = files.files.into_iter().map(|(name, file)| (name, file.schema)).collect();
    assert!(check(&types, &plugins("python_types", &[])) > 200);
}

#[test]
#[ignore = "needs a Python with Heat"]
fn heat_has_the_types_of_earlier_releases_as_their_schemas_say() {
    let catalogue = SchemaFiles::read(&project().join("schemas")).into_catalogue();
    let releases = &catalogue.past.releases;
    assert!(releases.len() > 10);
    // The oldest release, and some of the others: each takes as long as today's types.
    for release in releases.iter().rev().step_by(5) {
        let version = &release.version;
        let mut then = catalogue.as_of(version, Some(&Examples)).unwrap();
        then.types.values_mut().for_each(drop_impossible_rules);
        let plugins = plugins(&format!("python_types_{version}"), &["--release", version]);
        assert!(check(&then.types.into_iter().collect(), &plugins) > 150, "{version}");
    }
}

/// Removes rules that cannot apply. Recordings of releases have no translation rules, so today's remain. Some apply to values
/// that a property did not allow then, and an import does not show these.
fn drop_impossible_rules(schema: &mut ResourceType) {
    let properties = &schema.properties;
    schema.translation_rules.retain(|rule| {
        let allows = |property: &str, value| {
            let constraints = properties.get(property).map(|schema| schema.constraints.as_slice());
            constraints.unwrap_or_default().iter().all(|constraint| match &constraint.kind {
                ConstraintKind::AllowedValues(values) => values.contains(value),
                _ => true,
            })
        };
        rule.when.as_ref().is_none_or(|when| when.values.iter().all(|value| allows(&when.property, value)))
    });
}

/// Heat's answers in cases that do not depend on schemas alone.
fn answers(more: &[&str]) -> Value {
    let script = "conformance/judge_python_plugins.py";
    let output = Command::new(python()).current_dir(project()).arg(script).args(more).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
#[ignore = "needs a Python with Heat"]
fn the_classes_decide_as_those_of_heat() {
    let plugins = plugins("python_decisions", &[]);
    let [own, written] = [&[][..], &["--plugins", plugins.to_str().unwrap()]].map(answers);
    for part in ["validation", "dependencies"] {
        let (own, written) = (own[part].as_object().unwrap(), written[part].as_object().unwrap());
        assert!(own.len() > 100, "{part}");
        let differ: Vec<&String> = own.keys().filter(|key| own[*key] != written[*key]).collect();
        assert!(differ.is_empty() && own.len() == written.len(), "{part}: {differ:?}");
    }
    assert_eq!(written["shadowed"], Value::Array(Vec::new()));
    let recorded = fs::read_to_string(project().join("conformance/vectors/validation_rules.jsonl")).unwrap();
    for line in recorded.lines() {
        let vector: Value = serde_json::from_str(line).unwrap();
        let source = vector["source"].as_str().unwrap();
        assert_eq!(written["validation"][source], vector["output"]["verdict"], "{source}");
    }
}

#[test]
#[ignore = "needs a Python with Heat"]
fn the_types_of_one_plug_in_are_imported() {
    let page = fs::read_to_string(project().join("site/guide/75-python-plug-ins.md")).unwrap();
    let folder = folder("python_import_one");
    write(&folder.join("original/My/Custom/Token.yaml"), block(&page, "yaml"));
    let options = ["export", "--format", "python", "--schemas", "original", "--out", "tokens.py"];
    let exported = run_in(&folder, &options);
    assert_eq!(exported.code, 0, "{exported}");
    write(&folder.join("broken.py"), "import nothing_of_this_name\n");
    write(&folder.join("schemas/My/Custom/Other.yaml"), "type: My::Custom::Other\n");
    let python = python();
    let import = |file: &str| {
        let python = python.to_str().unwrap();
        run_in(&folder, &["import", "--python", python, "--plugin", file])
    };

    let refused = import("broken.py");
    assert_eq!(refused.code, 2, "{refused}");
    assert!(refused.err.contains("No module named 'nothing_of_this_name'"), "{refused}");

    let ran = import("tokens.py");
    let expect = "new      My::Custom::Token\nHeat 27.0.1: 1 type; 1 new, 0 changed, 0 gone, 0 unchanged\n";
    assert_eq!((ran.code, ran.out.as_str()), (0, expect), "{ran}");
    let files = SchemaFiles::read(&folder.join("schemas"));
    let written = files.get_type("My::Custom::Token").unwrap().clone();
    let original = SchemaFiles::read(&folder.join("original"));
    let mut original = original.get_type("My::Custom::Token").unwrap().clone();
    original.python_class.clone_from(&written.python_class);
    assert_eq!(comparable(&written), comparable(&original));

    write(&folder.join("schemas/constraints.yaml"), "# Ours.\nmy.size: {description: A size.}\n");
    write(
        &folder.join("constrained.py"),
        "from heat.engine import constraints\n\n\nclass Zone(constraints.BaseCustomConstraint):\n    \"\"\"A zone of the cloud.\n\n    More.\n    \"\"\"\n    resource_client_name = 'acme'\n    resource_getter_name = 'find_zone_by_name_or_id'\n\n\ndef constraint_mapping():\n    return {'my.size': Zone, 'my.zone': Zone}\n",
    );
    let constrained = import("constrained.py");
    let expect = "new      my.zone (custom constraint)\nHeat 27.0.1: 0 types; 0 new, 0 changed, 0 gone, 0 unchanged; 2 custom constraints, 1 new\n";
    assert_eq!((constrained.code, constrained.out.as_str()), (0, expect), "{constrained}");
    let table = "# Ours.\nmy.size: {description: A size.}\nmy.zone:\n  description: A zone of the cloud.\n  client_plugin: acme\n  lookup: name_or_id\n";
    assert_eq!(fs::read_to_string(folder.join("schemas/constraints.yaml")).unwrap(), table);

    let again = import("tokens.py");
    assert!(again.out.ends_with("0 new, 0 changed, 0 gone, 1 unchanged\n"), "{again}");
}

/// A module with a type whose facts are partly wrong, and which has the name of one of Heat's.
const FAULTY: &str = r#"from heat.engine import attributes, properties, resource


class Flavor(resource.Resource):
    properties_schema = {
        "size": properties.Schema(properties.Schema.MAP, "A size.", default=object()),
        "name": properties.Schema(properties.Schema.STRING, "A name."),
    }
    attributes_schema = {
        "one": attributes.Schema("The first.", type=attributes.Schema.STRING),
        "two": attributes.Schema("The second.", attributes.Schema.STRING),
    }


def resource_mapping():
    return {"OS::Nova::Flavor": Flavor}
"#;

/// A module that breaks Heat's contract in each way that can be read.
const BREACHES: &str = r#"from heat.common import i18n
from heat.engine import attributes, constraints, properties, resource


class Base(resource.Resource):
    def validate(self):
        self.checked = True

    def handle_create(self, extra):
        return self.made_by_nobody(_LI("x"))


class Breaking(Base):
    default_client_name = "no_such_client"
    properties_schema = {
        "name": properties.Schema(
            properties.Schema.STRING, "A name.", update_allowed=True,
            constraints=[constraints.CustomConstraint("no.such")]),
    }
    attributes_schema = {"one": attributes.Schema("One.")}

    def handle_delete(self):
        from heat.openstack.common import log
        i18n._LW("gone")
        self.client("other").delete(self.resource_id)

    def check_suspend_complete(self, token):
        return True


class Keeping(Base):
    """Nothing new is wrong with it: what its base does is reported once."""

    properties_schema = {}

    def validate(self):
        super().validate()

    def handle_create(self):
        if hasattr(self, "later"):
            self.later()


def resource_mapping():
    return {"My::Breaking": Breaking, "My::Keeping": Keeping}
"#;

#[test]
#[ignore = "needs a Python with Heat"]
fn breaches_of_the_contract_are_found_in_their_lines() {
    let folder = folder("python_contract");
    write(&folder.join("breaking.py"), BREACHES);
    let python = python();
    let arguments =
        ["plugin", "test", "breaking.py", "--python", python.to_str().unwrap(), "--format", "json"];
    let ran = run_in(&folder, &arguments);
    assert_eq!(ran.code, 1, "{ran}");
    let findings: Vec<Value> = serde_json::from_str(&ran.out).unwrap();
    let text = |finding: &Value| {
        let line = &finding["line"];
        format!("{line} {}: {}", finding["code"].as_str().unwrap(), finding["message"].as_str().unwrap())
    };
    let mut found: Vec<String> = findings.iter().map(text).collect();
    found.sort();
    let expect = [
        "10 unknown-method: My::Breaking: there is no `self.made_by_nobody`",
        "10 unknown-name: My::Breaking: `_LI` is not defined",
        "13 attribute-not-resolved: My::Breaking: `one` is always null: there is no `_resolve_attribute`",
        "13 client-not-registered: My::Breaking: there is no client plug-in `no_such_client` (`default_client_name`)",
        "13 constraint-not-registered: My::Breaking: there is no custom constraint `no.such` (name)",
        "13 update-not-handled: My::Breaking: `name` can be updated by the schema, but there is no `handle_update`: Heat replaces the resource",
        "23 gone-from-heat: My::Breaking: this Heat has no `heat.openstack.common.log`",
        "24 gone-from-heat: My::Breaking: this Heat has no `heat.common.i18n._LW`",
        "25 client-not-registered: My::Breaking: there is no client plug-in `other`",
        "27 poll-without-handler: My::Breaking: Heat never calls `check_suspend_complete`: there is no `handle_suspend`",
        "6 validate-without-base: My::Breaking: `validate` does not call that of its base class, which checks the properties",
        "9 handler-arity: My::Breaking: Heat calls `handle_create` with no arguments, which its parameters `(self, extra)` do not take",
        "9 id-not-stored: My::Breaking: `handle_delete` reads `resource_id`, which no code of the class stores",
    ];
    assert_eq!(found, expect, "{ran}");
    // Whatever a class is, the others are judged, and what cannot be read of it is reported.
    write(&folder.join("odd.py"), ODD);
    let ran = run_in(&folder, &["plugin", "test", "odd.py", "--python", python.to_str().unwrap()]);
    assert_eq!(ran.code, 1, "{ran}");
    for part in [
        "error[invalid-facts]: `My::Listed` could not be read: AttributeError",
        "error[not-judged]: My::Listed: AttributeError",
        "error[validate-without-base]: My::Listed: `validate` does not call",
    ] {
        assert!(ran.out.contains(part), "{part}: {ran}");
    }
}

/// A module with a type whose schema is a list.
const ODD: &str = r#"from heat.engine import resource


class Listed(resource.Resource):
    properties_schema = ["name"]

    def validate(self):
        pass


def resource_mapping():
    return {"My::Listed": Listed}
"#;

/// A module whose types need something that is missing.
const WITHHELD: &str = "def resource_mapping():\n    return {'My::A': object}\n\n\n\
    def available_resource_mapping():\n    return {}\n";

#[test]
#[ignore = "needs a Python with Heat"]
fn what_is_wrong_in_python_is_named_with_its_reason() {
    let folder = folder("python_faults");
    write(&folder.join("parent/package/__init__.py"), "raise ValueError('the reason')\n");
    write(&folder.join("parent/package/part.py"), "");
    write(&folder.join("faulty.py"), FAULTY);
    // Neither the neighbour nor the name of the folder above is about the plug-in.
    write(&folder.join("neighbour/__init__.py"), "raise ValueError('of a neighbour')\n");
    write(&folder.join("withheld.py"), WITHHELD);
    let python = python();
    let check = |file: &str, expect: &str| {
        let ran = run_in(&folder, &["plugin", "check", file, "--python", python.to_str().unwrap()]);
        let lines: Vec<&str> = ran.err.lines().filter(|line| !line.contains("^^")).collect();
        assert_eq!((ran.code, lines.join("\n").trim_end()), (1, expect), "{ran}");
    };
    check(
        "parent/package/part.py",
        "error[not-imported]: Heat cannot import `parent/package/part.py`, which stops an engine
 --> parent/package/part.py
  = note: ValueError: the reason",
    );
    check(
        "faulty.py",
        "warning[type-replaced]: `faulty.py` replaces `OS::Nova::Flavor`, which Heat has already
 --> faulty.py
  = note: the other one is in `heat.engine.resources.openstack.nova.flavor`
  = help: give the type a name of your own, unless all stacks shall use this one

error[invalid-facts]: `OS::Nova::Flavor.attributes.two.support_status` could not be read: TypeError: 'String' is not a support status
  --> faulty.py:11:9
   |
11 |         \"two\": attributes.Schema(\"The second.\", attributes.Schema.STRING),

error[invalid-facts]: `OS::Nova::Flavor.properties.size.default` could not be read: TypeError: a value of builtins.object is not plain data
 --> faulty.py:6:9
  |
6 |         \"size\": properties.Schema(properties.Schema.MAP, \"A size.\", default=object()),",
    );
    check(
        "withheld.py",
        "error[nothing-registered]: `withheld.py` registers no resource types and no constraints
 --> withheld.py
  = note: `available_resource_mapping()` leaves out `My::A`, which `resource_mapping()` has
  = help: is a library missing that they need?",
    );
}

/// A module with one type, after some lines of its own.
fn module(before: &str, name: &str) -> String {
    format!(
        "{before}\nfrom heat.engine import resource\n\n\nclass One(resource.Resource):\n    properties_schema = {{}}\n\n\n\
         def resource_mapping():\n    return {{'{name}': One}}\n"
    )
}

/// The types that a check names, and its findings, each in a line.
fn checked(folder: &Path, plugins: &[&str]) -> Vec<String> {
    let python = python();
    let options = ["--python", python.to_str().unwrap()];
    let ran = run_in(folder, &[&["plugin", "check"], plugins, &options].concat());
    let types = ran
        .out
        .lines()
        .filter_map(|line| line.trim().strip_suffix(": there is no schema to compare it with"));
    let findings = ran.err.lines().filter(|line| line.starts_with("error") || line.starts_with("warning"));
    types.chain(findings).map(ToOwned::to_owned).collect()
}

#[test]
#[ignore = "needs a Python with Heat"]
fn a_plug_in_is_a_folder_a_project_a_package_or_a_configuration() {
    let folder = folder("python_whole");
    // What Heat imports from a folder of `plugin_dirs`: modules, packages, and modules that only others need.
    write(&folder.join("dirs/one.py"), module("", "My::One"));
    write(&folder.join("dirs/needed.py"), "VALUE = 1\n");
    write(&folder.join("dirs/package/__init__.py"), module("", "My::Package"));
    write(&folder.join("dirs/package/two.py"), module("from . import three", "My::Two"));
    write(&folder.join("dirs/package/three.py"), "");
    write(&folder.join("dirs/package/tests/test_two.py"), module("", "My::Test"));
    write(&folder.join("dirs/no_package/four.py"), module("", "My::Four"));
    assert_eq!(checked(&folder, &["dirs"]), ["My::One", "My::Package", "My::Two"]);
    // Not what is a configuration, but what it names.
    write(&folder.join("heat.conf"), format!("[DEFAULT]\nplugin_dirs = {}\n", folder.join("dirs").display()));
    assert_eq!(checked(&folder, &["heat.conf"]), ["My::One", "My::Package", "My::Two"]);
    // A project: modules with mappings, which import their package as if it were installed.
    write(&folder.join("project/setup.cfg"), "[metadata]\nname = acme\n");
    write(&folder.join("project/acme/__init__.py"), "");
    write(&folder.join("project/acme/base.py"), "VALUE = 1\n");
    write(&folder.join("project/acme/five.py"), module("from acme.base import VALUE", "My::Five"));
    write(&folder.join("project/acme/broken.py"), "raise ValueError('not imported')\n");
    write(&folder.join("project/tests/test_five.py"), module("", "My::Test"));
    assert_eq!(checked(&folder, &["project"]), ["My::Five"]);
    // A file that ends the process is named, and the others are loaded; so are modules of the same name.
    write(
        &folder.join("dirs/ends.py"),
        module("import os\nprint('{\"left\": []}')\nos._exit(0)", "My::Ends"),
    );
    write(&folder.join("other/one.py"), module("", "My::Other"));
    let expect = [
        "My::One",
        "My::Package",
        "My::Two",
        "My::Other",
        "error[crash]: `dirs/ends.py` ended the interpreter that loaded it (exit status: 0)",
        "error[module-name]: `dirs/one.py` and `other/one.py` both have the module `one`: Heat loads only one of them",
    ];
    assert_eq!(checked(&folder, &["dirs", "other"]), expect);
    // What there is not.
    write(&folder.join("empty/text.txt"), "");
    let expect = [
        "error[no-plug-in]: there is no module in the folder `empty` that registers types or constraints",
        "error[no-plug-in]: there is no file `no_such.py`",
        "error[no-plug-in]: there is no file, folder, package or installed distribution `no_such` with a plug-in",
    ];
    assert_eq!(checked(&folder, &["empty", "no_such.py", "no_such"]), expect);
}

/// A module that needs two libraries that are not installed, and of which some facts rest on them.
const NEEDY: &str = r#"import acme_api
from acme_tools import decorated, Mixin
from heat.engine import constraints, properties, resource


class Needy(Mixin, resource.Resource):
    properties_schema = {
        "size": properties.Schema(properties.Schema.INTEGER, "A size.", default=acme_api.SIZE),
        "kind": properties.Schema(
            properties.Schema.STRING, "A kind.",
            constraints=[constraints.AllowedValues(acme_api.kinds()), constraints.Length(max=9)]),
        "text": properties.Schema(properties.Schema.STRING, "At most %s." % acme_api.LIMIT),
        "plain": properties.Schema(properties.Schema.STRING, "Plain.", default="x"),
    }

    @decorated
    def handle_create(self):
        return acme_api.create()


def resource_mapping():
    return {"My::Needy": Needy}
"#;

#[test]
#[ignore = "needs a Python with Heat"]
fn a_missing_library_has_a_stand_in_on_request() {
    let folder = folder("python_stand_ins");
    write(&folder.join("needy.py"), NEEDY);
    // What Heat no longer has is no library that is missing.
    write(&folder.join("old.py"), module("from heat.openstack.common import log", "My::Old"));
    let missing = |stubs: &[&str]| checked(&folder, &[&["needy.py"], stubs].concat());
    let refused = "error[not-imported]: Heat cannot import `needy.py`, which stops an engine";
    assert_eq!(missing(&[]), [refused]);
    assert_eq!(missing(&["--stub", "acme_api"]), [refused]);
    let expect = [
        "My::Needy",
        "warning[stand-in]: `My::Needy.properties.kind.constraints` is not known: it rests on the stand-in for `acme_api.kinds()[…]`",
        "warning[stand-in]: `My::Needy.properties.size.default` is not known: it rests on the stand-in for `acme_api.SIZE`",
        "warning[stand-in]: `My::Needy.properties.text.description` is not known: it rests on the stand-in for `acme_api.LIMIT`",
    ];
    assert_eq!(missing(&["--stub", "missing"]), expect);
    assert_eq!(missing(&["--stub", "acme_api", "--stub", "acme_tools"]), expect);
    let refused = "error[not-imported]: Heat cannot import `old.py`, which stops an engine";
    assert_eq!(checked(&folder, &["old.py", "--stub", "missing"]), [refused]);
    // Everything else is imported.
    let python = python();
    let import = [
        "import",
        "--plugin",
        "needy.py",
        "--stub",
        "missing",
        "--python",
        python.to_str().unwrap(),
        "--out",
        "schemas",
    ];
    let ran = run_in(&folder, &import);
    assert_eq!(ran.code, 0, "{ran}");
    let schema = fs::read_to_string(folder.join("schemas/My/Needy.yaml")).unwrap();
    let expect = "type: My::Needy
properties:
  size:
    type: integer
    description: A size.
  kind:
    type: string
    description: A kind.
    constraints:
      - length: {max: 9}
  text:
    type: string
  plain:
    type: string
    description: Plain.
    default: x
";
    assert!(schema.ends_with(expect.split_once('\n').unwrap().1), "{schema}");
}

/// A type with groups of properties, one of which has an old name.
const GROUPED: &str = "type: My::Grouped
description: Groups.
properties:
  subnet: {type: string, description: A subnet.}
  subnet_id: {type: string, description: The old name.}
  port: {type: string, description: A port.}
  map: {type: map, description: A map., schema: {key: {type: string, description: A key.}}}
properties_groups:
  - or: [[subnet], [port]]
  - {xor: [[map, key], {and: [[subnet], [port]]}]}
translation_rules:
  - {rule: replace, translation_path: [subnet], value_path: [subnet_id]}
";

/// A program that prints which of the templates that it is given are refused by a module of classes.
const REFUSED: &str = "import importlib.util, json, logging, sys
logging.disable(logging.CRITICAL)
from heat.common import config, context, exception
from heat.engine import environment, resources, stack, template
from oslo_config import cfg

cfg.CONF([], project='heat')
spec = importlib.util.spec_from_file_location('grouped', sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
resources.global_env().register_class('My::Grouped', module.Grouped)
refused = []
for name in sys.argv[2:]:
    read = json.load(open(name))
    asked = context.RequestContext(username='u', password='p', auth_url='http://x', user_id='u', project_id='p')
    parsed = template.Template(read, env=environment.Environment({}))
    whole = stack.Stack(asked, 's', parsed)
    try:
        whole['one'].validate()
    except exception.StackValidationFailed:
        refused.append(name)
print(json.dumps(refused))
";

#[test]
#[ignore = "needs a Python with Heat"]
fn groups_are_checked_as_by_validate() {
    let folder = folder("python_groups");
    write(&folder.join("schemas/My/Grouped.yaml"), GROUPED);
    let exported = run_in(&folder, &["export", "--format", "python", "My::Grouped", "--out", "grouped.py"]);
    assert_eq!(exported.code, 0, "{exported}");
    let options = |name: &str, values: &[&str]| {
        let given = values.iter().map(|value| format!("\"{name}\": {value}"));
        given.chain([String::new()]).collect::<Vec<_>>()
    };
    let mut all = vec![Vec::new()];
    for (name, values) in [
        ("subnet", &["\"s\"", "null"][..]),
        ("subnet_id", &["\"s\"", "null"]),
        ("port", &["\"p\"", "null"]),
        ("map", &["{\"key\": \"k\"}", "{}", "{\"key\": null}", "null"]),
    ] {
        let longer = |before: &Vec<String>| {
            options(name, values)
                .into_iter()
                .map(|one| [before.clone(), vec![one]].concat())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    let mut names = Vec::new();
    for (index, properties) in all.iter().enumerate() {
        let given: Vec<&str> = properties.iter().map(String::as_str).filter(|one| !one.is_empty()).collect();
        let name = format!("{index}.json");
        let text = format!(
            "{{\"heat_template_version\": \"2021-04-16\", \"resources\": {{\"one\": {{\"type\": \"My::Grouped\", \"properties\": {{{}}}}}}}}}",
            given.join(", ")
        );
        write(&folder.join(&name), text);
        names.push(name);
    }
    let arguments: Vec<&str> =
        ["validate", "--format", "json"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let findings: Vec<Value> = serde_json::from_str(&run_in(&folder, &arguments).out).unwrap();
    let mut expect: Vec<&str> = findings
        .iter()
        .filter(|finding| finding["severity"] == "error")
        .map(|finding| finding["file"].as_str().unwrap())
        .collect();
    expect.sort_unstable();
    expect.dedup();
    assert!(expect.len() > 50 && names.len() - expect.len() > 10, "{}", expect.len());
    let output = Command::new(python())
        .current_dir(&folder)
        .args(["-c", REFUSED, "grouped.py"])
        .args(&names)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut refused: Vec<String> = serde_json::from_slice(&output.stdout).unwrap();
    refused.sort_unstable();
    assert_eq!(refused, expect);
}

/// A type with a property of this name, and a handler with this body.
fn with_property(name: &str, body: &str) -> String {
    format!(
        "from heat.engine import properties, resource\n\n\nclass One(resource.Resource):\n    \"\"\"One.\"\"\"\n\n    properties_schema = {{\n        \
         '{name}': properties.Schema(properties.Schema.STRING, 'A name.'),\n    }}\n\n    def handle_create(self):\n        {body}\n\n\n\
         def resource_mapping():\n    return {{'My::One': One}}\n"
    )
}

#[test]
#[ignore = "needs a Python with Heat"]
fn a_report_has_what_a_release_breaks_and_what_changed() {
    let folder = folder("python_report");
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
        let ran = Command::new("git").current_dir(&folder).args(identity).args(arguments).output().unwrap();
        assert!(ran.status.success(), "{ran:?}");
    };
    write(&folder.join("acme/one.py"), with_property("name", "pass"));
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "--message", "One"]);
    git(&["tag", "v1"]);
    write(&folder.join("acme/one.py"), with_property("title", "resource.no_longer_there('\\d')"));
    // A Heat that has the name still: the other one of a report.
    write(
        &folder.join("older/sitecustomize.py"),
        "import heat.engine.resource as resource\nresource.no_longer_there = 1\n",
    );
    let python = python();
    let older = format!(
        "#!/bin/sh\nPYTHONPATH={} exec {} \"$@\"\n",
        folder.join("older").display(),
        python.display()
    );
    write(&folder.join("older/python"), &older);
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(folder.join("older/python"), mode).unwrap();
    let to = python.to_str().unwrap();
    let ran =
        run_in(&folder, &["plugin", "report", "acme", "--from", "older/python", "--to", to, "--since", "v1"]);
    assert_eq!(ran.code, 1, "{ran}");
    let version = ran.out.split("Heat ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
    let parts = [
        "<!-- heat-codegen plugin -->\n# Plug-in report: `acme`\n",
        "| Loaded | 1 of 1 file | 1 of 1 file |\n",
        "| Errors | 0 | 1 |\n| Warnings | 1 | 1 |\n",
        &format!("## New with Heat {version}\n\n- `acme/one.py:12`: **error** `gone-from-heat`: "),
        "## With both\n\n- `acme/one.py:12`: **warning** `deprecated`: ",
        "Warning: invalid escape sequence",
        "## Types since `v1`\n",
        "From `v1` to `the sources now`: the comparison fails because of 1 finding.",
        "**`name` was renamed to `title`**",
        "## Docs\n\nNothing is missing or wrong",
    ];
    for part in parts {
        assert!(ran.out.contains(part), "{part}\n{ran}");
    }
    let ran = run_in(&folder, &["plugin", "report", "acme", "--to", to, "--since", "v2"]);
    assert!(ran.err.contains("there is no revision `v2`"), "{ran}");
}

#[test]
fn a_finder_that_python_would_not_find_is_a_warning() {
    let schema = "type: A::B::C
description: A type.
properties: {zone: {type: string, description: The zone.}}
translation_rules: [{rule: resolve, translation_path: [zone], finder: find_zone}]
";
    let ran = exported("lost-finder", schema);
    assert!(
        ran.code == 0 && ran.err.starts_with("warning: a rule of A::B::C has the finder `find_zone`"),
        "{ran}"
    );
}
