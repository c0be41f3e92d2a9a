//! `template`: prints the provider template that Heat generates for a resource type.

use clap::{Args, ValueEnum};
use heat_catalogue::heat_api::find;
use heat_samples::provider_template::{Language, provider_template};

use crate::commands::arguments::output::OutArgs;
use crate::commands::arguments::release::ReleaseArgs;
use crate::commands::arguments::renamed;
use crate::commands::candidates;
use crate::outcome::{CommandResult, Outcome};
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen template OS::Neutron::Port --out port.yaml
  heat-codegen template OS::Neutron::Port --format cfn
  heat-codegen template OS::Octavia::Pool --release yoga

Each property becomes a parameter, each attribute an output: a starting point for replacing a type with a template of \
your own.";

/// The arguments of `template`.
#[derive(Debug, Clone, Args)]
pub struct TemplateArgs {
    /// The resource type, such as `OS::Nova::Server`.
    #[arg(value_name = "TYPE", add = candidates::types())]
    name: String,
    /// The format of the template.
    #[arg(long, value_enum, default_value_t)]
    format: TemplateFormat,
    /// The old name of --format.
    #[arg(long, value_enum, hide = true, conflicts_with = "format")]
    template_type: Option<TemplateFormat>,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    release: ReleaseArgs,
}

/// The formats of templates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum TemplateFormat {
    /// Heat's own format (HOT).
    #[default]
    Hot,
    /// The CloudFormation format of AWS.
    Cfn,
}

impl From<TemplateFormat> for Language {
    fn from(named: TemplateFormat) -> Self {
        match named {
            TemplateFormat::Hot => Self::Hot,
            TemplateFormat::Cfn => Self::Cfn,
        }
    }
}

/// Runs `template`.
///
/// # Errors
/// If there is no such type, it is HIDDEN, or the output is closed.
pub fn run(args: &TemplateArgs, session: &mut Session) -> CommandResult {
    if args.template_type.is_some() {
        renamed::warn("--template-type", "--format", session)?;
    }
    let format = args.template_type.unwrap_or(args.format);
    args.release.apply(session);
    let (files, _) = session.read_for_templates()?;
    let schema = find(&files, &args.name, false)?;
    let template = provider_template(schema, format.into());
    args.out.with(session, |session| {
        write!(session.out, "{}", heat_schema_text::values(&template))?;
        Ok(Outcome::Done)
    })
}
