use heat_yaml::parse_template;

use super::*;

struct Texts(&'static [(&'static str, &'static str)]);

impl FileSource for Texts {
    fn read(&self, path: &str) -> Result<String, FileError> {
        let found = self.0.iter().find(|(name, _)| *name == path);
        found.map(|(_, text)| (*text).to_owned()).ok_or(FileError::NotFound)
    }
}

/// Collects the files of a template and an environment, and compares the known and the unknown names.
fn check(
    texts: &'static [(&'static str, &'static str)],
    template: &str,
    environment: &str,
    files: &[&str],
    unknown: &[(&str, UnknownReason)],
) -> Files {
    let source = Source::new("main.yaml", template);
    let root = parse_template(&source, &ParseOptions::template()).root.unwrap();
    let environment = EnvironmentFile::read(&Source::new("env/environment.yaml", environment));
    let collected = collect(&Texts(texts), &[(source, &root)], &[environment]);
    assert_eq!(collected.iter().map(|(name, _)| name).collect::<Vec<_>>(), files);
    let reasons: Vec<_> = collected.unknown().map(|file| (file.name.as_str(), file.reason.clone())).collect();
    assert_eq!(reasons, unknown);
    collected
}

#[test]
fn files_are_found_at_any_depth() {
    let files = check(
        &[
            ("dir/a.yaml", "heat_template_version: rocky\nx: [{get_file: ../script.sh}, {type: a.yaml}]\n"),
            ("script.sh", "#!/bin/sh\n"),
            ("env/b.template", "just text"),
        ],
        "{x: {type: dir/a.yaml, y: [{get_file: script.sh}]}, z: {get_file: [a]}, type: OS::Nova::Server}",
        "resource_registry: {A: b.template, B: OS::Heat::None, resources: {r: {hooks: pre-create, C: b.template}}}",
        &["dir/a.yaml", "script.sh", "env/b.template"],
        &[],
    );
    let nested = files.get("dir/a.yaml").unwrap();
    let content =
        r#"{"heat_template_version": "rocky", "x": [{"get_file": "script.sh"}, {"type": "dir/a.yaml"}]}"#;
    assert_eq!(nested.content, content);
    assert!(nested.is_template);
    assert!(!files.get("env/b.template").unwrap().is_template);
    assert!(files.referenced(&nested.source, "../script.sh").is_some());
}

#[test]
fn what_cannot_be_read_is_unknown() {
    check(
        &[],
        "{x: {get_file: http://host/a}, y: {get_file: no.sh}}",
        "resource_registry: {base_url: dir, A: b.yaml, resources: {r: {base_url: 'http://host', B: c.yaml}}}",
        &[],
        &[
            ("http://host/a", UnknownReason::Url),
            ("no.sh", UnknownReason::Error(FileError::NotFound)),
            ("dir/b.yaml", UnknownReason::BaseUrl),
            ("http://host/c.yaml", UnknownReason::Url),
        ],
    );
}

#[test]
fn a_file_that_is_not_read_says_why() {
    fn check(files: &dyn FileSource, expect: &str) {
        let source = Source::new("main.yaml", "{get_file: a.sh}");
        let root = parse_template(&source, &ParseOptions::template()).root.unwrap();
        let files = collect(files, &[(source, &root)], &[]);
        assert_eq!(files.iter().count(), 0);
        assert_eq!(files.unknown().map(|file| file.reason.to_string()).collect::<Vec<_>>(), [expect]);
    }
    struct Failing(FileError);
    impl FileSource for Failing {
        fn read(&self, _path: &str) -> Result<String, FileError> {
            Err(self.0.clone())
        }
    }
    check(&NoFiles, "no files are read here");
    check(&Failing(FileError::NotFound), "there is no such file");
    check(&Failing(FileError::Outside), "the file is outside the folder that may be read");
    check(&Failing(FileError::Unreadable("too large".to_owned())), "the file cannot be read: too large");
}

#[test]
fn text_with_a_version_in_it_is_a_template_for_the_client() {
    let files = check(
        &[
            ("a.sh", "echo heat_template_version"),
            ("b.txt", "{\"heat_template_version\": }"),
            ("c.yaml", "[a, heat_template_version]"),
            ("d.yaml", "[a, b]"),
        ],
        "{x: {get_file: a.sh}, y: {get_file: b.txt}, z: [{get_file: c.yaml}, {get_file: d.yaml}]}",
        "",
        &["a.sh", "b.txt", "c.yaml", "d.yaml"],
        &[],
    );
    assert!(files.get("c.yaml").unwrap().is_template);
    assert!(!files.get("d.yaml").unwrap().is_template);
    assert_eq!(files.get("a.sh").unwrap().content, "\"echo heat_template_version\"");
    assert!(!files.get("b.txt").unwrap().is_template);
}

#[test]
fn long_chains_of_templates_are_no_problem() {
    struct Endless;
    impl FileSource for Endless {
        fn read(&self, path: &str) -> Result<String, FileError> {
            let number: usize = path.trim_end_matches(".yaml").parse().unwrap();
            Ok(format!("heat_template_version: rocky\nx: {{type: {}.yaml}}\n", number + 1))
        }
    }
    let source = Source::new("main.yaml", "{type: 0.yaml}");
    let root = parse_template(&source, &ParseOptions::template()).root.unwrap();
    let files = collect(&Endless, &[(source, &root)], &[]);
    assert!(files.unknown().all(|file| file.reason == UnknownReason::TooMany));
    assert_eq!(files.iter().count(), MAX_FILES);
}

#[test]
fn names_that_grow_without_end_are_not_followed() {
    struct Inside;
    impl FileSource for Inside {
        fn read(&self, _path: &str) -> Result<String, FileError> {
            Ok("heat_template_version: rocky\nx: {type: inner/a.yaml}\n".to_owned())
        }
    }
    let source = Source::new("main.yaml", "{type: a.yaml}");
    let root = parse_template(&source, &ParseOptions::template()).root.unwrap();
    let files = collect(&Inside, &[(source, &root)], &[]);
    assert!(files.iter().all(|(name, _)| name.len() <= MAX_NAME));
    let reasons: Vec<String> = files.unknown().map(|file| file.reason.to_string()).collect();
    assert_eq!(reasons, ["the file cannot be read: its name is too long"]);
}
