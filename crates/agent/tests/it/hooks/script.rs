//! The hook `script`.

use std::fs;

use heat_model::{Value, value};

use super::{hook, read, texts};
use crate::server::{Server, mode};

#[test]
fn script_has_the_inputs_as_variables() {
    fn check(value: &Value, expect: &str) {
        let server = Server::new();
        let config = value!({
            "id": "1", "inputs": [{"name": "x", "value": value.clone()}],
            "config": "#!/bin/sh\nprintf '%s' \"$x\"",
        });
        assert_eq!(hook(&server, "script", &config), texts(expect, "", 0), "{value}");
    }
    check(&value!("a b\n"), "a b\n");
    check(&value!(""), "");
    check(&value!(5), "5");
    check(&value!(1.5), "1.5");
    check(&value!(true), "true");
    check(&value!(null), "");
    check(&value!({"a": ["ü", null]}), r#"{"a": ["\u00fc", null]}"#);
}

#[test]
fn script_runs_what_a_shell_runs() {
    let server = Server::new();
    // Without a `#!` line, and with less text than an earlier one of the same identifier.
    let long = value!({"id": "1", "config": format!("echo long\n{}", "# more\n".repeat(100))});
    assert_eq!(hook(&server, "script", &long), texts("long\n", "", 0));
    assert_eq!(hook(&server, "script", &value!({"id": "1", "config": "echo $0; pwd; exit 3"})), {
        let (script, folder) = (server.path("script/working/1"), server.path("script/working"));
        texts(&format!("{}\n{}\n", script.display(), folder.display()), "", 3)
    });
    assert_eq!(read(&server.path("script/working/1")), "echo $0; pwd; exit 3");
    assert_eq!(mode(&server.path("script/working/1")), 0o700);
    for config in
        [value!({"id": "2", "config": null}), value!({"id": "2"}), value!({"id": "2", "config": ""})]
    {
        assert_eq!(hook(&server, "script", &config), texts("", "", 0), "{config}");
    }
    let missing = hook(&server, "script", &value!({"id": "3", "config": "#!/no/such/program\n"}));
    assert_eq!(missing["deploy_status_code"], value!(1));
    assert!(missing["deploy_stderr"].as_str().unwrap().contains("cannot be started"));
    let killed = hook(&server, "script", &value!({"id": "4", "config": "kill -TERM $$"}));
    assert_eq!(killed, texts("", "Killed by signal 15\n", 143));
}

#[test]
fn script_reports_outputs_from_files() {
    let server = Server::new();
    let config = value!({
        "id": "1",
        "outputs": [{"name": "a"}, {"name": "missing"}, {"name": "d/x"}, {"name": "pipe"}, {"name": "old"}, {"value": 1}],
        "config": "printf '1\\377' > $heat_outputs_path.a; mkfifo $heat_outputs_path.pipe; mkdir $heat_outputs_path.d; echo x > $heat_outputs_path.d/x",
    });
    fs::create_dir_all(server.path("script/outputs")).unwrap();
    fs::write(server.path("script/outputs/1.old"), "of an earlier run").unwrap();
    let mut expect = value!({"a": "1\u{fffd}"});
    let map = expect.as_map_mut().unwrap();
    map.extend(texts("", "", 0).as_map().unwrap().clone());
    assert_eq!(hook(&server, "script", &config), expect);
}

#[test]
fn script_leaves_out_inputs_that_cannot_be_variables() {
    let server = Server::new();
    let config = value!({"id": "1", "config": "env", "inputs": [
        {"name": "a=b", "value": "x"}, {"name": "", "value": "x"}, {"value": "x"}, {"name": "c"}, 5,
    ]});
    let outputs = hook(&server, "script", &config);
    assert_eq!(outputs["deploy_status_code"], value!(0));
    let stdout = outputs["deploy_stdout"].as_str().unwrap();
    assert!(stdout.lines().any(|line| line == "c=") && !stdout.contains("a=b"), "{stdout}");
    let nul = value!({"id": "1", "config": "env", "inputs": [{"name": "a", "value": "x\0y"}]});
    assert_eq!(hook(&server, "script", &nul)["deploy_status_code"], value!(1));
}
