//! Tests of `--watch`: a command runs again when a file that it reads changes, and only then.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::support::{command, folder, run_in, write};

/// Maximum time to wait for a line.
const PATIENCE: Duration = Duration::from_secs(60);

/// Time for which nothing may be written when no output is expected.
const SILENCE: Duration = Duration::from_millis(300);

/// A command that runs until the test ends, and its output on both handles.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut child =
            command(folder, arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (sender, lines) = channel();
        let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let errors = sender.clone();
        thread::spawn(move || BufReader::new(err).lines().for_each(|line| _ = errors.send(line.unwrap())));
        thread::spawn(move || BufReader::new(out).lines().for_each(|line| _ = sender.send(line.unwrap())));
        Self { child, lines }
    }

    /// Waits until a text was written, and then until there is no further output: both handles are read concurrently, and a
    /// change can be noticed in several steps.
    fn until(&self, text: &str) -> String {
        let mut said = String::new();
        while !said.contains(text) {
            let line = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("{error}: {said}"));
            said.push_str(&line);
            said.push('\n');
        }
        said.extend(std::iter::from_fn(|| self.lines.recv_timeout(SILENCE).ok()).map(|line| line + "\n"));
        said
    }

    fn is_silent(&self) -> bool {
        matches!(self.lines.recv_timeout(SILENCE), Err(RecvTimeoutError::Timeout))
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

const TEMPLATE: &str = "heat_template_version: 2018-08-31\nresources: {a: {type: OS::Heat::None}}\n";

#[test]
fn templates_are_checked_again() {
    let folder = folder("watch-templates");
    write(&folder.join("a.yaml"), TEMPLATE);
    let watching = Watching::start(&folder, &["validate", "--watch", "--report", "json=report.json"]);
    let first = watching.until("no findings in 1 file");
    assert!(!first.contains('\u{1b}'), "the screen is not cleared: {first:?}");
    // Neither the command's own report nor a file that is not a template causes a new run.
    write(&folder.join("notes.txt"), "");
    assert!(watching.is_silent());
    write(&folder.join("a.yaml"), TEMPLATE.replace("None", "Nine"));
    let second = watching.until("unknown-resource-type");
    assert!(second.contains("note: `a.yaml` changed"), "{second}");
    // New files cause a new run, also in new folders.
    write(&folder.join("a.yaml"), TEMPLATE);
    watching.until("no findings in 1 file");
    write(&folder.join("parts/b.yaml"), TEMPLATE);
    watching.until("no findings in 2 files");
    fs::remove_file(folder.join("parts/b.yaml")).unwrap();
    watching.until("no findings in 1 file");
}

#[test]
fn files_that_a_template_names_are_watched() {
    let folder = folder("watch-named");
    let nested = "heat_template_version: 2018-08-31\nparameters: {size: {type: number}}\nresources: {}\n";
    write(&folder.join("nested/n.yaml"), nested);
    write(
        &folder.join("stacks/s.yaml"),
        "heat_template_version: 2018-08-31\nresources: {n: {type: ../nested/n.yaml, properties: {size: 1}}}\n",
    );
    let watching = Watching::start(&folder, &["validate", "stacks/s.yaml", "--watch"]);
    watching.until("no findings");
    write(&folder.join("nested/n.yaml"), nested.replace("size", "extent"));
    watching.until("Unknown Property size");
    write(&folder.join("stacks/heat-codegen.yaml"), "templates: {environments: [none.yaml]}\n");
    watching.until("none.yaml");
}

#[test]
fn schemas_and_pages_follow_changes() {
    let folder = folder("watch-schemas");
    let schema = |text: &str| format!("type: My::Own\ndescription: {text}\n");
    write(&folder.join("schemas/My/Own.yaml"), schema("The first text."));
    let checking = Watching::start(&folder, &["check", "--watch"]);
    checking.until("note: waiting for changes; stop with Ctrl-C");
    let building = Watching::start(&folder, &["build", "--watch", "--out", "site"]);
    building.until(" pages, ");
    write(&folder.join("schemas/My/Own.yaml"), schema("The second text."));
    checking.until("note: `Own.yaml` changed");
    building.until(" pages, ");
    let page = fs::read_to_string(folder.join("site/types/My/Own.html")).unwrap();
    assert!(page.contains("The second text."));
    assert!(building.is_silent(), "the pages that it writes are no reason");
    // Errors are reported, and do not end the command.
    write(&folder.join("schemas/My/Own.yaml"), "type: [\n");
    building.until("nothing was published");
    write(&folder.join("schemas/My/Own.yaml"), schema("The third text."));
    building.until(" pages, ");
}

#[test]
fn standard_input_cannot_be_watched() {
    let ran = run_in(&folder("watch-stdin"), &["validate", "-", "--watch"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("--watch cannot watch the standard input"), "{ran}");
}

/// Sends a request to a preview, at the address that it prints, and returns the text of the response.
fn page(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address.trim_end_matches('/')).unwrap();
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// The folder of the schemas may have any name, that of the guide or a different one.
#[test]
fn a_preview_follows_changes() {
    let around = folder("watch-preview");
    let absolute = around.join("absolute/schemas").display().to_string();
    let check = |place: &str, schemas: Option<&str>| {
        let folder = around.join(place);
        let schema = |text: &str| format!("type: My::Own\ndescription: {text}\n");
        write(&folder.join("schemas/My/Own.yaml"), schema("The first text."));
        #[cfg(unix)]
        std::os::unix::fs::symlink("schemas", folder.join("link")).unwrap();
        let options = schemas.map(|schemas| ["--schemas", schemas]);
        let arguments: Vec<&str> =
            ["serve", "--address", "0"].into_iter().chain(options.into_iter().flatten()).collect();
        let preview = Watching::start(&folder, &arguments);
        let said = preview.until("Serving on http://");
        let address = said.split("http://").nth(1).unwrap().split_whitespace().next().unwrap();
        assert!(page(address, "types/My/Own.html").contains("The first text."), "{place}");
        write(&folder.join("schemas/My/Own.yaml"), schema("The second text."));
        preview.until("My::Own rewritten in");
        assert!(page(address, "types/My/Own.html").contains("The second text."), "{place}");
        // A new file requires rendering the whole site.
        write(&folder.join("schemas/My/Other.yaml"), "type: My::Other\ndescription: Another one.\n");
        preview.until(" pages in ");
        assert!(page(address, "types/My/Other.html").contains("Another one."), "{place}");
    };
    // Each waits for its own changes.
    thread::scope(|scope| {
        for (place, schemas) in [
            ("default", None),
            ("relative", Some("schemas")),
            ("dotted", Some("./schemas")),
            ("nested", Some("../nested/schemas")),
            ("absolute", Some(absolute.as_str())),
            #[cfg(unix)]
            ("linked", Some("link")),
        ] {
            scope.spawn(move || check(place, schemas));
        }
    });
}

/// The schemas of plug-ins become part of a site only by its settings.
#[test]
fn a_preview_follows_plug_ins() {
    let folder = folder("watch-preview-plug-ins");
    write(&folder.join("docs/schemas/My/Own.yaml"), "type: My::Own\ndescription: A thing.\n");
    write(&folder.join("docs/docs.yaml"), "plug_ins: [{product: Other, types: ../plug-in/schemas}]\n");
    let schema = |text: &str| format!("type: My::Guest\ndescription: {text}\n");
    write(&folder.join("plug-in/schemas/My/Guest.yaml"), schema("The first text."));
    let preview = Watching::start(&folder.join("docs"), &["serve", "--address", "0"]);
    let said = preview.until("Serving on http://");
    let address = said.split("http://").nth(1).unwrap().split_whitespace().next().unwrap();
    assert!(page(address, "types/My/Guest.html").contains("The first text."), "{said}");
    write(&folder.join("plug-in/schemas/My/Guest.yaml"), schema("The second text."));
    preview.until(" pages in ");
    assert!(page(address, "types/My/Guest.html").contains("The second text."));
}
