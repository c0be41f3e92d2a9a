//! Settings of a template: `heat-codegen.yaml` in the nearest folder, or the file that is passed.
//!
//! The file applies to templates in its folder and subfolders, unless a nearer file exists. It is searched for up to the root of
//! the template's repository, so that nothing outside of a project changes the output of commands. All commands about templates
//! read it; options on the command line override it.

use std::path::{Path, PathBuf, absolute};
use std::sync::Arc;

use heat_report::Failure;
use heat_template_check::settings::Settings;
use heat_template_check::{EnabledRules, nearest_settings};
use heat_template_files::{read, rule_files};
use heat_yaml::{Diagnostic, Source};

use crate::session::Session;

/// Finds the settings of templates.
pub(crate) struct SettingsFinder<'a> {
    given: Option<&'a Path>,
    here: Option<PathBuf>,
}

impl<'a> SettingsFinder<'a> {
    /// Finds the settings in this file, or else in the folders of templates.
    pub(crate) fn new(given: Option<&'a Path>) -> Self {
        Self { given, here: absolute(".").ok() }
    }

    /// The settings file of a template, and the folder to which paths in it are relative; `None` if there is no such file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn find(&self, template: &Path) -> Result<Option<(Arc<Source>, PathBuf)>, Failure> {
        if let Some(given) = self.given {
            return Ok(Some((read(given)?, PathBuf::new())));
        }
        let read_shown = |path: &Path| path.is_file().then(|| read(&self.shown(path)));
        let Some((source, folder)) = nearest_settings(template, self.here.as_deref(), read_shown) else {
            return Ok(None);
        };
        Ok(Some((source?, self.shown(&folder))))
    }

    /// The path for messages: relative to the working folder, if the file is below it.
    fn shown(&self, path: &Path) -> PathBuf {
        let inner = self.here.as_ref().and_then(|here| path.strip_prefix(here).ok());
        inner.unwrap_or(path).to_path_buf()
    }
}

/// The settings that apply to one template.
#[derive(Debug, Default)]
pub(crate) struct ProjectSettings {
    /// The files of the template's environments.
    pub(crate) environments: Vec<PathBuf>,
    /// The settings file that names the environments; `None` if the command line does.
    pub(crate) named_by: Option<String>,
    /// The rules that are enabled for the template, with those of the project.
    pub(crate) rules: EnabledRules,
    /// The settings; `None` if the template has none.
    pub(crate) settings: Option<Arc<Settings>>,
}

/// Reads the settings of one template for a session: its release and its types become those of the session, unless the session
/// has a release. Errors in the settings are drawn.
///
/// # Errors
/// If the file cannot be read, or the error handle is closed.
pub(crate) fn apply(
    template: &Path,
    given: Option<&Path>,
    session: &mut Session,
) -> Result<ProjectSettings, Failure> {
    let Some((source, folder)) = SettingsFinder::new(given).find(template)? else {
        return Ok(ProjectSettings::default());
    };
    let settings = Settings::read(&source, &folder, &rule_files);
    let mistakes: Vec<Diagnostic> = settings.diagnostics().to_vec();
    session.draw(&mistakes)?;
    if session.release.is_none() {
        session.release = settings.release().map(str::to_owned);
    }
    session.types.extend(settings.types());
    Ok(ProjectSettings {
        environments: settings.environments_of(template),
        named_by: Some(source.name().to_owned()),
        rules: settings.enabled_for(template),
        settings: Some(Arc::new(settings)),
    })
}
