//! Tests of publishing: foreign files in the site's folder stay, old pages are removed, and failures change nothing.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use heat_site::{Sink, SiteFile};
use heat_yaml::Diagnostic;

use super::{MANIFEST, Publisher};

/// A folder for a test, which is removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("codegen-publish-{name}-{}", std::process::id()));
        _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn site(&self) -> PathBuf {
        self.0.join("site")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn files(paths: &[&str]) -> Vec<SiteFile> {
    paths
        .iter()
        .map(|path| SiteFile { path: (*path).to_owned(), contents: path.as_bytes().to_vec() })
        .collect()
}

fn publish(files: &[SiteFile], out: &Path) -> Result<(), Diagnostic> {
    let publisher = Publisher::new(out)?;
    files.iter().try_for_each(|file| publisher.write(file.clone()))?;
    publisher.finish()
}

fn listing(folder: &Path) -> BTreeSet<String> {
    let entries = walkdir::WalkDir::new(folder).min_depth(1).into_iter().map(Result::unwrap);
    let files = entries.filter(|entry| !entry.file_type().is_dir());
    files.map(|entry| entry.path().strip_prefix(folder).unwrap().to_string_lossy().into_owned()).collect()
}

fn check(folder: &Folder, expect: &[&str]) {
    let expect: BTreeSet<String> = expect.iter().chain(&[MANIFEST]).map(ToString::to_string).collect();
    assert_eq!(listing(&folder.site()), expect);
    // No other files are left next to the site.
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
}

#[test]
fn old_pages_are_removed_and_foreign_files_stay() {
    let folder = Folder::new("foreign");
    publish(&files(&["index.html", "types/old.html"]), &folder.site()).unwrap();
    fs::write(folder.site().join("CNAME"), "docs.example.org").unwrap();
    fs::create_dir_all(folder.site().join("types/notes")).unwrap();
    fs::write(folder.site().join("types/notes/mine.txt"), "mine").unwrap();
    publish(&files(&["index.html", "types/new.html"]), &folder.site()).unwrap();
    check(&folder, &["CNAME", "index.html", "types/new.html", "types/notes/mine.txt"]);
    assert_eq!(fs::read_to_string(folder.site().join("types/notes/mine.txt")).unwrap(), "mine");
}

#[cfg(unix)]
#[test]
fn files_that_did_not_change_stay_the_same_files() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    let folder = Folder::new("unchanged");
    let names = ["changed", "locked", "linked", "removed", "same", "types/same", "with-another-name"];
    publish(&files(&names), &folder.site()).unwrap();
    let file = |name: &str| {
        let metadata = fs::metadata(folder.site().join(name)).unwrap();
        (metadata.ino(), metadata.mtime_nsec())
    };
    let before = names.map(file);
    fs::set_permissions(folder.site().join("locked"), fs::Permissions::from_mode(0o400)).unwrap();
    fs::hard_link(folder.site().join("with-another-name"), folder.0.join("other")).unwrap();
    let outside = folder.0.join("outside");
    fs::write(&outside, "linked").unwrap();
    fs::remove_file(folder.site().join("linked")).unwrap();
    symlink(&outside, folder.site().join("linked")).unwrap();
    let mut new = files(&names);
    new[0].contents = b"other".to_vec();
    new.remove(3);
    publish(&new, &folder.site()).unwrap();

    assert_eq!(file("same"), before[4]);
    assert_eq!(file("types/same"), before[5]);
    // Everything else is a new file, with the contents and permissions of one.
    for (name, old) in
        names.iter().zip(before).filter(|(name, _)| !["removed", "same", "types/same"].contains(name))
    {
        assert_ne!(file(name), old, "{name}");
        let path = folder.site().join(name);
        assert!(fs::symlink_metadata(&path).unwrap().is_file(), "{name}");
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o600, 0o600, "{name}");
        assert_eq!(fs::metadata(&path).unwrap().nlink(), 1, "{name}");
        assert_eq!(fs::read_to_string(&path).unwrap(), if *name == "changed" { "other" } else { name });
    }
    for beside in ["other", "outside"] {
        fs::remove_file(folder.0.join(beside)).unwrap();
    }
    check(&folder, &["changed", "linked", "locked", "same", "types/same", "with-another-name"]);
}

#[test]
fn a_foreign_file_in_the_way_is_not_overwritten() {
    let folder = Folder::new("in-the-way");
    fs::create_dir_all(folder.site()).unwrap();
    fs::write(folder.site().join("index.html"), "mine").unwrap();
    let error = publish(&files(&["index.html"]), &folder.site()).unwrap_err();
    assert!(error.message.contains("did not write"), "{}", error.message);
    assert_eq!(fs::read_to_string(folder.site().join("index.html")).unwrap(), "mine");
    // A file in place of a folder of the site is also in the way.
    fs::remove_file(folder.site().join("index.html")).unwrap();
    fs::write(folder.site().join("types"), "mine").unwrap();
    assert!(publish(&files(&["types/a.html"]), &folder.site()).is_err());
    assert_eq!(listing(&folder.site()), BTreeSet::from(["types".to_owned()]));
}

#[test]
fn a_failure_midway_leaves_the_old_site() {
    let folder = Folder::new("midway");
    publish(&files(&["index.html", "a.html"]), &folder.site()).unwrap();
    // No file system accepts a name of 300 bytes: as with a full disk, some files are written and one is not.
    let long = "x".repeat(300);
    let error = publish(&files(&["index.html", "b.html", &long]), &folder.site()).unwrap_err();
    assert!(error.message.contains("could not be written"), "{}", error.message);
    check(&folder, &["a.html", "index.html"]);
}

#[test]
fn leftovers_of_a_crash_are_removed() {
    let folder = Folder::new("crash");
    publish(&files(&["index.html"]), &folder.site()).unwrap();
    let staging = folder.0.join(".site.heat-codegen");
    fs::create_dir_all(staging.join("half")).unwrap();
    fs::write(staging.join("half/written.html"), "").unwrap();
    publish(&files(&["index.html"]), &folder.site()).unwrap();
    check(&folder, &["index.html"]);
}

#[test]
fn an_unfinished_site_changes_nothing() {
    let folder = Folder::new("unfinished");
    publish(&files(&["index.html"]), &folder.site()).unwrap();
    let publisher = Publisher::new(&folder.site()).unwrap();
    publisher.write(SiteFile { path: "index.html".to_owned(), contents: b"new".to_vec() }).unwrap();
    let second = Publisher::new(&folder.site()).unwrap_err();
    assert!(second.message.contains("is publishing here"), "{}", second.message);
    drop(publisher);
    check(&folder, &["index.html"]);
    assert_eq!(fs::read_to_string(folder.site().join("index.html")).unwrap(), "index.html");
}

#[cfg(unix)]
#[test]
fn foreign_folders_are_preserved() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("folders");
    publish(&files(&["types/a.html"]), &folder.site()).unwrap();
    // The folders are like those in a checkout of a repository: empty ones, and one that others cannot access.
    for path in [".git/refs/heads", "empty", "private"] {
        fs::create_dir_all(folder.site().join(path)).unwrap();
    }
    fs::write(folder.site().join("private/key"), "secret").unwrap();
    fs::set_permissions(folder.site().join("private"), fs::Permissions::from_mode(0o700)).unwrap();
    publish(&files(&["other/b.html"]), &folder.site()).unwrap();
    for path in [".git/refs/heads", "empty", "private/key"] {
        assert!(folder.site().join(path).exists(), "{path}");
    }
    assert_eq!(fs::metadata(folder.site().join("private")).unwrap().permissions().mode() & 0o777, 0o700);
    // A folder that only contains old pages is removed with them.
    assert!(!folder.site().join("types").exists());
}

#[test]
fn two_pages_cannot_have_one_address() {
    let folder = Folder::new("one-address");
    let error = publish(&files(&["a.html", "a.html"]), &folder.site()).unwrap_err();
    assert!(error.message.contains("the same URL"), "{}", error.message);
}

#[test]
fn no_page_leads_out_of_the_folder() {
    let folder = Folder::new("outside");
    for path in ["../x.html", "/tmp/x.html", "a/../../x.html"] {
        assert!(publish(&files(&[path]), &folder.site()).is_err(), "{path}");
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
}

#[test]
fn a_file_is_not_a_folder() {
    let folder = Folder::new("file");
    fs::write(folder.site(), "mine").unwrap();
    assert!(publish(&files(&["index.html"]), &folder.site()).is_err());
    assert_eq!(fs::read_to_string(folder.site()).unwrap(), "mine");
}

#[cfg(unix)]
#[test]
fn symbolic_links_stay() {
    let folder = Folder::new("links");
    let real = folder.0.join("real");
    fs::create_dir(&real).unwrap();
    std::os::unix::fs::symlink(&real, folder.site()).unwrap();
    std::os::unix::fs::symlink("/nowhere", real.join("dangling")).unwrap();
    publish(&files(&["index.html"]), &folder.site()).unwrap();
    publish(&files(&["index.html"]), &folder.site()).unwrap();
    assert!(folder.site().is_symlink());
    assert_eq!(fs::read_link(real.join("dangling")).unwrap(), Path::new("/nowhere"));
    assert!(real.join("index.html").is_file());
}

#[cfg(unix)]
#[test]
fn the_lock_is_a_separate_file() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("lock");
    let lock = folder.0.join(".site.heat-codegen.lock");
    let precious = folder.0.join("precious");
    fs::write(&precious, "precious").unwrap();
    let refused = || {
        let error = publish(&files(&["index.html"]), &folder.site()).unwrap_err();
        assert!(error.message.contains("the path of the lock file is not a file"), "{}", error.message);
        assert!(!folder.site().exists());
        fs::remove_file(&lock).unwrap();
    };
    symlink(&precious, &lock).unwrap();
    refused();
    symlink(folder.0.join("nowhere"), &lock).unwrap();
    refused();
    assert!(!folder.0.join("nowhere").exists());
    if std::process::Command::new("mkfifo").arg(&lock).status().is_ok_and(|status| status.success()) {
        refused();
    }
    assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
    // An existing file of an earlier run is used.
    fs::write(&lock, "").unwrap();
    publish(&files(&["index.html"]), &folder.site()).unwrap();
}

#[cfg(unix)]
#[test]
fn folders_keep_their_owners() {
    use std::os::unix::fs::{MetadataExt, chown};
    let folder = Folder::new("owners");
    publish(&files(&["index.html", "types/a.html"]), &folder.site()).unwrap();
    fs::create_dir(folder.site().join("theirs")).unwrap();
    let paths = ["", "types", "theirs"].map(|path| folder.site().join(path));
    // Only root can give files to another owner.
    if paths.iter().any(|path| chown(path, Some(1234), Some(2345)).is_err()) {
        return;
    }
    publish(&files(&["index.html", "types/a.html"]), &folder.site()).unwrap();
    for path in paths {
        let metadata = fs::metadata(&path).unwrap();
        assert_eq!((metadata.uid(), metadata.gid()), (1234, 2345), "{}", path.display());
    }
}
