//! The settings and environments of the templates of one run, each read once.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use heat_template_check::settings::Settings;
use heat_template_check::{EnabledRules, Family, Rule, Selection};
use heat_template_files::rule_files;
use heat_yaml::{Diagnostic, Source};
use indexmap::IndexMap;

use crate::inputs::settings::SettingsFinder;
use crate::inputs::source::read;
use crate::outcome::Failure;

/// The settings and the environments of the templates of one run.
#[derive(Default)]
pub(super) struct TemplateSettings {
    /// The settings, by their folder.
    settings: IndexMap<PathBuf, Settings>,
    /// The folder of the settings of each template, in the order of the templates.
    folders: Vec<Option<PathBuf>>,
    /// The environments of each template.
    environments: Vec<Vec<Arc<Source>>>,
    /// The rules that are off by default and enabled, for each template.
    enabled: Vec<EnabledRules>,
    /// `true` if all environments could be read.
    is_readable: bool,
}

impl TemplateSettings {
    /// Reads the settings and environments of some templates. Environments and settings that are passed replace those of the
    /// nearest folder.
    ///
    /// # Errors
    /// If a passed file, or a file with settings, cannot be read.
    pub(super) fn read(
        templates: &[PathBuf],
        environments: &[PathBuf],
        settings: Option<&Path>,
    ) -> Result<Self, Failure> {
        let given = environments.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
        let mut run = Self { is_readable: true, ..Self::default() };
        let finder = SettingsFinder::new(settings);
        let mut files = IndexMap::new();
        for template in templates {
            let folder = match finder.find(template)? {
                None => None,
                Some((source, folder)) => {
                    let read = || Settings::read(&source, &folder, &rule_files);
                    run.settings.entry(folder.clone()).or_insert_with(read);
                    Some(folder)
                }
            };
            let own = folder.as_ref().and_then(|folder| run.settings.get_mut(folder));
            run.enabled.push(own.as_ref().map(|settings| settings.enabled_for(template)).unwrap_or_default());
            let environments = match own.filter(|_| given.is_empty()) {
                Some(settings) => run_environments(settings, template, &mut files),
                None => Some(given.clone()),
            };
            run.is_readable &= environments.is_some();
            run.environments.push(environments.unwrap_or_default());
            run.folders.push(folder);
        }
        Ok(run)
    }

    /// Enables rules for all templates.
    pub(super) fn with_enabled(mut self, enabled: &EnabledRules) -> Self {
        for own in &mut self.enabled {
            own.extend(enabled.rules());
            own.tells_open |= enabled.tells_open;
        }
        self
    }

    /// The rules that are off by default and enabled for a template, by its index.
    pub(super) fn enabled(&self, template: usize) -> Option<&EnabledRules> {
        self.enabled.get(template)
    }

    /// The rules of the templates' projects, each once.
    pub(super) fn own_rules(&self) -> Vec<&'static Rule> {
        let enabled = self.enabled.iter().flat_map(EnabledRules::rules);
        let own = enabled.filter(|rule| rule.family == Family::Project);
        let by_id: IndexMap<&str, &'static Rule> = own.map(|rule| (rule.id, rule)).collect();
        by_id.into_values().collect()
    }

    /// The environments of a template, by its index.
    pub(super) fn environments(&self, template: usize) -> Vec<Arc<Source>> {
        self.environments.get(template).cloned().unwrap_or_default()
    }

    /// Removes the warnings that are allowed in a template, by its index, and those of rules that are not selected.
    pub(super) fn filter(&mut self, template: usize, found: &mut Vec<Diagnostic>, given: &Selection) {
        let folder = self.folders.get(template).and_then(Option::as_ref);
        match folder.and_then(|folder| self.settings.get_mut(folder)) {
            Some(settings) => settings.filter(found, given),
            None => given.retain(found),
        }
    }

    /// The errors in the settings after all templates were checked, and whether all files that they name could be read.
    pub(super) fn into_diagnostics(self, templates: &[PathBuf]) -> (Vec<Diagnostic>, bool) {
        let checked: Vec<&Path> = templates.iter().map(PathBuf::as_path).collect();
        let found = self.settings.into_values().flat_map(|settings| settings.into_diagnostics(&checked));
        (found.collect(), self.is_readable)
    }
}

/// The environments that settings name for a template; `None` if one of them cannot be read, which is reported. Each is read
/// once.
fn run_environments(
    settings: &mut Settings,
    template: &Path,
    files: &mut IndexMap<PathBuf, Arc<Source>>,
) -> Option<Vec<Arc<Source>>> {
    let mut environments = Some(Vec::new());
    for path in settings.environments_of(template) {
        let known = files.get(&path).cloned();
        match known.map_or_else(|| read(&path), Ok) {
            Ok(source) => {
                files.insert(path, Arc::clone(&source));
                if let Some(environments) = &mut environments {
                    environments.push(source);
                }
            }
            Err(failure) => {
                settings.unreadable(&path, &failure.message());
                environments = None;
            }
        }
    }
    environments
}
