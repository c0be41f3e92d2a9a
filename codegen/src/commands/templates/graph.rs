//! `graph`: draws the dependencies between the resources of a template.

use std::path::PathBuf;

use clap::Args;

use crate::commands::arguments::choices::{Choice, one_of};
use crate::commands::arguments::parameter::parameter;
use crate::graph::{self, Format};
use crate::outcome::CommandResult;
use crate::resolve::ResolveInputs;
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen graph stack.yaml > stack.svg
  heat-codegen graph stack.yaml -e production.yaml --format mermaid
  heat-codegen graph stack.yaml --format dot | dot -Tpdf > stack.pdf

Lines lead from each resource to those that depend on it: downwards or, in a large picture, to the right. Lines that follow \
from others are omitted. Resources with a condition are dashed, stacks that resources create are boxes around their resources, \
and cycles are red. Errors of the template are printed to standard error.";

/// The arguments of `graph`.
#[derive(Debug, Clone, Args)]
pub struct GraphArgs {
    /// The template.
    #[arg(value_name = "TEMPLATE")]
    template: PathBuf,
    /// An environment file; several are merged in this order.
    #[arg(long = "environment", short, value_name = "FILE")]
    environments: Vec<PathBuf>,
    /// The value of a parameter; can be repeated. Environment files take precedence, as in Heat.
    #[arg(long = "parameter", short = 'P', value_name = "NAME=VALUE", value_parser = parameter)]
    parameters: Vec<(String, String)>,
    /// The folder that files of `get_file` and nested templates may be read from [default: the repository, or else the
    /// working folder].
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// The format of the graph.
    #[arg(long, value_parser = one_of(&FORMATS), default_value = "svg")]
    format: Format,
}

/// The formats of a graph.
const FORMATS: [Choice<Format>; 4] = [
    (Format::Svg, "svg", "An SVG that follows the reader's light or dark theme"),
    (Format::Mermaid, "mermaid", "For Markdown on GitHub and GitLab"),
    (Format::Dot, "dot", "For Graphviz"),
    (Format::Json, "json", "For programs"),
];

/// Runs `graph`.
///
/// # Errors
/// If a file or the template cannot be read, or the output is closed.
pub fn run(args: &GraphArgs, session: &mut Session) -> CommandResult {
    let inputs = ResolveInputs {
        template: args.template.clone(),
        environments: args.environments.clone(),
        root: args.root.clone(),
        parameters: args.parameters.iter().cloned().collect(),
        attributes: None,
    };
    graph::run(&inputs, args.format, session)
}
