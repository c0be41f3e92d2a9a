//! The help of the program: its commands, grouped by their users.

use std::fmt::Write as _;

use clap::Command;
use clap::builder::StyledStr;

use super::{docs, schemas, templates, tools, types};

/// The commands, grouped by their users. A test checks that each command is in one group.
pub(super) const GROUPS: [(&str, &[&str]); 5] =
    [templates::GROUP, types::GROUP, schemas::GROUP, docs::GROUP, tools::GROUP];

/// Lists the subcommands of a command in groups in its help.
pub(super) fn with_groups(command: Command) -> Command {
    let template = template(&command);
    command.help_template(template)
}

fn template(command: &Command) -> StyledStr {
    let header = command.get_styles().get_header();
    let name = command.get_styles().get_literal();
    let width = GROUPS.iter().flat_map(|(_, names)| *names).map(|name| name.len()).max().unwrap_or_default();
    let mut text = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    for (title, names) in GROUPS {
        let _ = write!(text, "\n{header}{title}:{header:#}\n");
        for (known, about) in names.iter().filter_map(|name| Some((*name, about(command, name)?))) {
            let _ = writeln!(text, "  {name}{known:width$}{name:#}  {about}");
        }
    }
    let _ = write!(text, "\n{header}Options:{header:#}\n{{options}}{{after-help}}");
    text.into()
}

fn about(command: &Command, name: &str) -> Option<String> {
    let about = command.find_subcommand(name)?.get_about()?;
    Some(about.to_string())
}
