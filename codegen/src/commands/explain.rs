//! `explain`: a lint rule's page, for reading in a terminal.

use clap::Args;
use heat_model::lint::{RULES, rule};

use super::{CommandResult, Failure, Outcome, Session};

/// The arguments of `explain`.
#[derive(Debug, Clone, Args)]
pub struct ExplainArgs {
    /// The id of the rule, as `rules` and `check` give it.
    rule: String,
}

const BOLD: anstyle::Style = anstyle::Style::new().bold();
const DIM: anstyle::Style = anstyle::Style::new().dimmed();

/// Runs `explain`.
///
/// # Errors
/// When there is no such rule, or the output is closed.
pub fn run(args: &ExplainArgs, session: &mut Session) -> CommandResult {
    let Some(rule) = rule(&args.rule) else {
        let known = RULES.iter().map(|rule| rule.id);
        return Err(Failure::unknown("rule", &args.rule, known, "`heat-codegen rules` lists them all"));
    };
    let color = session.color_out;
    let title = format!("{} ({})", rule.id, rule.severity.as_str());
    writeln!(session.out, "{}\n{}.", styled(&title, BOLD, color), rule.summary)?;
    write!(session.out, "{}", plain(rule.docs, color))?;
    Ok(Outcome::Done)
}

/// Markdown as people read it in a terminal: headings stand out, code is set in, the rest stays as it is.
fn plain(markdown: &str, color: bool) -> String {
    let mut text = String::new();
    let mut in_code = false;
    for line in markdown.trim_end().lines() {
        if line.starts_with("```") {
            in_code = !in_code;
            continue;
        }
        let line = match line.strip_prefix("## ") {
            _ if in_code && line.is_empty() => String::new(),
            _ if in_code => format!("    {}", styled(line, DIM, color)),
            Some(heading) => styled(heading, BOLD, color),
            None => line.to_owned(),
        };
        text.push_str(&line);
        text.push('\n');
    }
    text
}

fn styled(text: &str, style: anstyle::Style, color: bool) -> String {
    if color { format!("{style}{text}{style:#}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_set_in_and_headings_lose_their_marks() {
        let markdown = "\n## Why\nBecause.\n\n```yaml\na: 1\n\nb: 2\n```\nEnd.\n";
        assert_eq!(plain(markdown, false), "\nWhy\nBecause.\n\n    a: 1\n\n    b: 2\nEnd.\n");
        assert!(plain(markdown, true).contains("\u{1b}[1mWhy\u{1b}[0m"));
    }
}
