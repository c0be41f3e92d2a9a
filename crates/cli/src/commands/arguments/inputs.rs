//! Arguments of all commands that read a template: its environments, parameters and files, the settings of its project, and its
//! release.

use std::path::{Path, PathBuf};

use clap::Args;
use indexmap::IndexMap;

use super::parameter::parameter;
use super::release::ReleaseArgs;
use crate::inputs::paths;
use crate::inputs::settings::{self, ProjectSettings};
use crate::outcome::Failure;
use crate::resolve::ResolveInputs;
use crate::session::Session;

/// Inputs with which a template is read: environments, parameters, the root folder and the settings.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct InputArgs {
    /// An environment file; several are merged in this order [default: those that the settings name].
    #[arg(long = "environment", short, value_name = "FILE", help_heading = INPUTS)]
    pub(crate) environments: Vec<PathBuf>,
    /// The value of a parameter; can be repeated. Environment files take precedence, as in Heat.
    #[arg(long = "parameter", short = 'P', value_name = "NAME=VALUE", value_parser = parameter, help_heading = INPUTS)]
    parameters: Vec<(String, String)>,
    /// The folder that files of `get_file` and nested templates may be read from [default: the repository, or else the
    /// working folder].
    #[arg(long, value_name = "DIR", help_heading = INPUTS)]
    pub(crate) root: Option<PathBuf>,
    /// The settings of the project; paths in them are relative to the working folder [default: `heat-codegen.yaml` in the folder of
    /// the template, or the nearest one around it].
    #[arg(long, value_name = "FILE", help_heading = INPUTS)]
    pub(crate) settings: Option<PathBuf>,
    #[command(flatten)]
    release: ReleaseArgs,
}

/// The heading of these options in the help.
pub(crate) const INPUTS: &str = "Inputs";

impl InputArgs {
    /// The values of parameters.
    pub(crate) fn parameters(&self) -> IndexMap<String, String> {
        self.parameters.iter().cloned().collect()
    }

    /// The requested release.
    pub(crate) fn release(&self) -> Option<&str> {
        self.release.asked()
    }

    /// The environments of a template: those that are passed, or else those of the settings. The release and the types that the
    /// settings name become those of the session, unless a release is passed.
    ///
    /// # Errors
    /// If the settings cannot be read.
    pub(crate) fn apply(&self, template: &Path, session: &mut Session) -> Result<ProjectSettings, Failure> {
        paths::only(template)?;
        self.release.apply(session);
        let project = settings::apply(template, self.settings.as_deref(), session)?;
        if self.environments.is_empty() {
            return Ok(project);
        }
        Ok(ProjectSettings { environments: self.environments.clone(), named_by: None, ..project })
    }

    /// The inputs for resolving a template, after [`Self::apply`].
    ///
    /// # Errors
    /// If the settings cannot be read.
    pub(crate) fn resolve_inputs(
        &self,
        template: &Path,
        attributes: Option<&Path>,
        session: &mut Session,
    ) -> Result<ResolveInputs, Failure> {
        Ok(ResolveInputs {
            environments: self.apply(template, session)?.environments,
            template: template.to_path_buf(),
            root: self.root.clone(),
            parameters: self.parameters(),
            attributes: attributes.map(Path::to_path_buf),
        })
    }
}
