//! `graph`: draws the dependencies between the resources of a template.

use std::path::PathBuf;

use clap::Args;

use crate::commands::arguments::choices::{Choice, one_of};
use crate::commands::arguments::inputs::InputArgs;
use crate::commands::arguments::output::OutArgs;
use crate::graph::{self, Format};
use crate::outcome::CommandResult;
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen graph stack.yaml --out stack.svg
  heat-codegen graph stack.yaml -e production.yaml --format mermaid
  heat-codegen graph stack.yaml --format dot | dot -Tpdf > stack.pdf

Lines lead from each resource to those that depend on it: downwards or, in a large picture, to the right. Lines that follow \
from others are omitted. Resources with a condition are dashed, stacks that resources create are boxes around their resources, \
and cycles are red. Errors of the template are printed to standard error.";

/// The arguments of `graph`.
#[derive(Debug, Clone, Args)]
pub struct GraphArgs {
    /// The template, or `-` for the standard input.
    #[arg(value_name = "TEMPLATE")]
    template: PathBuf,
    #[command(flatten)]
    inputs: InputArgs,
    /// The format of the graph.
    #[arg(long, value_parser = one_of(&FORMATS), default_value = "svg")]
    format: Format,
    #[command(flatten)]
    out: OutArgs,
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
    let inputs = args.inputs.resolve_inputs(&args.template, None, session)?;
    args.out.with(session, |session| graph::run(&inputs, args.format, session))
}
