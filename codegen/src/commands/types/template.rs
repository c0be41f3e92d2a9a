//! `template`: prints the provider template that Heat generates for a resource type.

use clap::{Args, ValueEnum};
use heat_catalogue::heat_api::find;
use heat_samples::provider_template::{Language, provider_template};

use crate::outcome::{CommandResult, Outcome};
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen template OS::Neutron::Port > port.yaml
  heat-codegen template OS::Neutron::Port --template-type cfn

Each property becomes a parameter, each attribute an output: a starting point for replacing a type with a template of \
your own.";

/// The arguments of `template`.
#[derive(Debug, Clone, Args)]
pub struct TemplateArgs {
    /// The resource type, such as `OS::Nova::Server`.
    #[arg(value_name = "TYPE")]
    name: String,
    /// The format of the template.
    #[arg(long, value_enum, default_value_t)]
    template_type: TemplateType,
}

/// The formats of templates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum TemplateType {
    /// Heat's own format (HOT).
    #[default]
    Hot,
    /// The CloudFormation format of AWS.
    Cfn,
}

impl From<TemplateType> for Language {
    fn from(named: TemplateType) -> Self {
        match named {
            TemplateType::Hot => Self::Hot,
            TemplateType::Cfn => Self::Cfn,
        }
    }
}

/// Runs `template`.
///
/// # Errors
/// If there is no such type, it is HIDDEN, or the output is closed.
pub fn run(args: &TemplateArgs, session: &mut Session) -> CommandResult {
    let (files, _) = session.read_leniently()?;
    let schema = find(&files, &args.name, false)?;
    let template = provider_template(schema, args.template_type.into());
    write!(session.out, "{}", heat_schema_text::values(&template))?;
    Ok(Outcome::Done)
}
