//! The command `graph`: the dependency graph of a template.

use std::ffi::OsStr;
use std::path::Path;

use heat_graph::{dot, excess, json, mermaid, svg_document};
use heat_yaml::Severity;

use crate::inputs::source::shown;
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::resolve::{ResolveInputs, Unknowns, stack_of};
use crate::session::Session;

/// The formats of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// An SVG picture.
    Svg,
    /// A Mermaid diagram, for Markdown on GitHub and GitLab.
    Mermaid,
    /// The DOT language, for Graphviz.
    Dot,
    /// JSON, for programs.
    Json,
}

/// Prints the graph of a template; errors in the template are drawn on the error handle.
///
/// # Errors
/// If a file or the template cannot be read, the picture would be too large, or the output is closed.
pub fn run(inputs: &ResolveInputs, format: Format, session: &mut Session) -> CommandResult {
    let (types, _) = session.read_for_templates()?;
    let (stack, findings) = stack_of(inputs, &types, Unknowns::Unknown)?;
    let mut errors = findings.diagnostics;
    errors.retain(|found| found.severity == Severity::Error);
    session.draw(&errors)?;
    session.name_catalogue(&errors)?;
    let Some(stack) = stack else {
        return Err(Failure::refused("the template cannot be read"));
    };
    let graph = heat_template_check::stack_graph(&stack.template, &stack.resolved, &|_| None);
    let name = shown(&inputs.template);
    let title = Path::new(&name).file_name().map_or(name.as_str().into(), OsStr::to_string_lossy);
    let text = match format {
        Format::Svg => {
            if let Some(message) = excess(&graph) {
                let failure = Failure::refused(message);
                return Err(failure.with_help("`--format dot` has no limit; Graphviz can draw it"));
            }
            let title = format!("The resources of {title}");
            svg_document(&graph, &title, &graph.in_words()).into_string()
        }
        Format::Mermaid => mermaid(&graph),
        Format::Dot => dot(&graph, &title),
        Format::Json => {
            session.write_json(&json(&graph))?;
            String::new()
        }
    };
    session.out.write_all(text.as_bytes())?;
    Ok(if errors.is_empty() { Outcome::Done } else { Outcome::Findings })
}
