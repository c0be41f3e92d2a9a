//! Support statuses, and the classes of substitutes.

use std::collections::{HashMap, HashSet};

use heat_catalogue::SchemaFiles;
use heat_model::{ResourceType, Status, StatusEntry, SupportStatus};
use heat_report::Failure;

use super::expression::{Argument, Expression, named};
use super::module_names::is_identifier;

/// The argument with the support status of a schema; `None` if there is none.
pub(super) fn argument(status: &SupportStatus, substitutes: &Substitutes<'_>) -> Option<Argument> {
    (!status.is_empty()).then(|| named("support_status", expression(status, substitutes)))
}

/// A status with its history, as an expression.
pub(super) fn expression(status: &SupportStatus, substitutes: &Substitutes<'_>) -> Expression {
    let newer = |previous: Option<Expression>, entry: &StatusEntry| {
        Some(Expression::Call("support.SupportStatus".to_owned(), arguments(entry, previous, substitutes)))
    };
    let chain = status.history.iter().rev().fold(None, newer);
    chain.unwrap_or_else(|| Expression::Call("support.SupportStatus".to_owned(), Vec::new()))
}

fn arguments(
    entry: &StatusEntry,
    previous: Option<Expression>,
    substitutes: &Substitutes<'_>,
) -> Vec<Argument> {
    let mut arguments = Vec::new();
    let constant = match entry.status {
        // Supported is Heat's default.
        Status::Supported => None,
        Status::Unknown => Some("support.UNKNOWN"),
        Status::Deprecated => Some("support.DEPRECATED"),
        Status::Unsupported => Some("support.UNSUPPORTED"),
        Status::Hidden => Some("support.HIDDEN"),
    };
    arguments.extend(constant.map(|constant| named("status", Expression::code(constant))));
    arguments.extend(entry.version.as_deref().map(|version| named("version", Expression::text(version))));
    arguments
        .extend(Expression::description(entry.message.as_deref()).map(|message| named("message", message)));
    let substitute = entry.substitute_class.as_deref().and_then(|name| substitutes.class(name));
    arguments.extend(substitute.map(|class| named("substitute_class", Expression::code(class))));
    arguments.extend(previous.map(|previous| named("previous_status", previous)));
    arguments
}

/// The classes of types that substitute others.
#[derive(Debug, Default)]
pub(super) struct Substitutes<'a> {
    /// Names of the classes, by the names of the types.
    classes: HashMap<&'a str, String>,
    /// The modules to import for these classes.
    pub(super) imports: Vec<Import>,
    /// The types whose class has not been declared yet.
    later: HashSet<&'a str>,
}

/// An import of a module of Heat.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Import {
    pub(super) package: String,
    pub(super) module: String,
    pub(super) alias: Option<String>,
}

impl<'a> Substitutes<'a> {
    /// Collects the substitutes of some types. `classes` contains the names of the classes in the module.
    ///
    /// # Errors
    /// If a substitute is not among the types, and its class in Heat is not known.
    pub(super) fn new(
        types: &[&'a ResourceType],
        classes: &HashMap<&'a str, String>,
        files: &SchemaFiles,
        taken: &[&str],
    ) -> Result<Self, Failure> {
        let mut substitutes = Self::default();
        for schema in types {
            for name in names(&schema.support_status) {
                if substitutes.classes.contains_key(name) {
                    continue;
                }
                let class = match classes.get(name) {
                    Some(class) => {
                        substitutes.later.insert(name);
                        class.clone()
                    }
                    None => substitutes.imported(schema, name, files, taken)?,
                };
                substitutes.classes.insert(name, class);
            }
        }
        Ok(substitutes)
    }

    /// The class of a type in Heat, whose module is added to the imports.
    fn imported(
        &mut self,
        of: &ResourceType,
        name: &str,
        files: &SchemaFiles,
        taken: &[&str],
    ) -> Result<String, Failure> {
        let path = files.files.get(name).and_then(|file| file.schema.python_class.as_deref());
        let parts: Vec<&str> = path.map(|path| path.split('.').collect()).unwrap_or_default();
        let [package @ .., module, class] = parts.as_slice() else { return Err(unknown(of, name)) };
        if package.is_empty() || !parts.iter().all(|part| is_identifier(part)) {
            return Err(unknown(of, name));
        }
        let package = package.join(".");
        let known = self.imports.iter().find(|import| import.package == package && import.module == *module);
        if let Some(import) = known {
            return Ok(format!("{}.{class}", import.name()));
        }
        let is_taken =
            |name: &str| taken.contains(&name) || self.imports.iter().any(|known| known.name() == name);
        let last = package.rsplit('.').next().unwrap_or_default();
        let aliases = (1_usize..).map(|number| format!("{last}_{module}{}", "_".repeat(number - 1)));
        let alias = is_taken(module).then(|| aliases.into_iter().find(|alias| !is_taken(alias))).flatten();
        let import = Import { package, module: (*module).to_owned(), alias };
        let class = format!("{}.{class}", import.name());
        self.imports.push(import);
        Ok(class)
    }

    /// The class of a type, as code; `None` if it is declared later in the module.
    fn class(&self, name: &str) -> Option<&str> {
        self.classes.get(name).filter(|_| !self.later.contains(name)).map(String::as_str)
    }

    /// Marks the class of a type as declared.
    pub(super) fn declared(&mut self, name: &str) {
        self.later.remove(name);
    }

    /// The assignments of a type's substitutes that are declared after the type; they follow all classes.
    pub(super) fn assignments(&self, schema: &ResourceType, class: &str) -> Vec<String> {
        let late = schema.support_status.history.iter().enumerate().filter_map(|(place, entry)| {
            let name = entry.substitute_class.as_deref().filter(|name| self.later.contains(*name))?;
            let status = format!("{class}.support_status{}", ".previous_status".repeat(place));
            Some(format!("{status}.substitute_class = {}", self.classes.get(name)?))
        });
        late.collect()
    }
}

impl Import {
    pub(super) fn statement(&self) -> String {
        let alias = self.alias.as_ref().map(|alias| format!(" as {alias}")).unwrap_or_default();
        format!("from {} import {}{alias}", self.package, self.module)
    }

    fn name(&self) -> &str {
        self.alias.as_deref().unwrap_or(&self.module)
    }
}

/// The substitutes in a status.
pub(super) fn names(status: &SupportStatus) -> impl Iterator<Item = &str> {
    status.history.iter().filter_map(|entry| entry.substitute_class.as_deref())
}

fn unknown(schema: &ResourceType, name: &str) -> Failure {
    Failure::refused(format!("{} is substituted by {name}, whose Python class is not known", schema.name))
        .with_help(format!("export {name} with it, or set its `python_class`"))
}
