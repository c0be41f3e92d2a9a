//! Looking up resource types in a registry.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::entries::Registry;
use super::installed;
use super::item::{Info, Item, Kind, is_template_name, no_attribute, not_iterable};
use super::resolution::Resolution;
use crate::Exception;
use crate::fault::Problem;
use crate::fault::PythonClass;

/// Maximum length of a chain of mappings that fits into Python's stack.
const MAX_STEPS: usize = 490;
/// Maximum number of types that one lookup tries. Heat has no such limit: in a chain that branches, its time doubles with each
/// step.
const MAX_TRIED: usize = 2_000;

/// Entry that applies to a type: a mapping, or the type itself.
#[derive(Clone)]
enum Candidate {
    Info(Info),
    /// An entry that is not a mapping, by the name of its class.
    Odd(&'static str),
    /// A result from Heat's own registry, or a type that Heat has.
    Heats(Resolution),
}

struct Lookup<'a> {
    registry: &'a mut Registry,
    is_type: &'a dyn Fn(&str) -> bool,
    resource_name: Option<&'a str>,
    /// The types whose lookup is in progress.
    steps: Vec<String>,
    /// The types that could not be resolved.
    unknown: HashSet<String>,
    tried: usize,
}

impl Registry {
    /// Looks up a resource type, without the effects of earlier lookups. `is_type` returns whether Heat has a type.
    ///
    /// # Errors
    /// The type cannot be resolved, the mappings form a cycle, or the registry has a form that Heat cannot use.
    pub fn lookup(
        &self,
        resource_type: &str,
        resource_name: Option<&str>,
        is_type: &dyn Fn(&str) -> bool,
    ) -> Result<Resolution, Exception> {
        self.clone().resolve(resource_type, resource_name, is_type)
    }

    /// Looks up a resource type, with the effects of earlier lookups.
    ///
    /// If a mapping leads to one of Heat's own types, Heat remembers it as the mapping of the type that was looked up, even if it
    /// was written for a single resource. To get Heat's results, resolve the resources in the order of the template.
    ///
    /// # Errors
    /// Those of [`Registry::lookup`].
    pub fn resolve(
        &mut self,
        resource_type: &str,
        resource_name: Option<&str>,
        is_type: &dyn Fn(&str) -> bool,
    ) -> Result<Resolution, Exception> {
        let resource_name = resource_name.filter(|name| !name.is_empty());
        let (steps, unknown) = (Vec::new(), HashSet::new());
        Lookup { registry: self, is_type, resource_name, steps, unknown, tried: 0 }.find(resource_type)
    }
}

impl Lookup<'_> {
    fn find(&mut self, resource_type: &str) -> Result<Resolution, Exception> {
        let not_found =
            || Exception::EntityNotFound { entity: "Resource Type", name: resource_type.to_owned() };
        if self.unknown.contains(resource_type) {
            return Err(not_found());
        }
        self.tried += 1;
        let is_loop = self.steps.iter().any(|step| step == resource_type);
        if is_loop || self.steps.len() >= MAX_STEPS || self.tried > MAX_TRIED {
            let message = "maximum recursion depth exceeded".to_owned();
            return Err(Exception::Python(Problem::InvalidRegistry, PythonClass::RecursionError, message));
        }
        let candidates = sorted(self.candidates(resource_type)?)?;
        self.steps.push(resource_type.to_owned());
        for candidate in candidates {
            match self.follow(resource_type, candidate) {
                Err(Exception::EntityNotFound { .. }) => {}
                found => {
                    self.steps.pop();
                    return found;
                }
            }
        }
        self.steps.pop();
        self.unknown.insert(resource_type.to_owned());
        Err(not_found())
    }

    fn follow(&mut self, resource_type: &str, candidate: Candidate) -> Result<Resolution, Exception> {
        let info = match candidate {
            Candidate::Heats(resolution) => return Ok(resolution),
            Candidate::Odd(class) => return Err(no_attribute(class, "get_resource_info")),
            Candidate::Info(info) => info,
        };
        let found = match info.kind {
            Kind::Template => {
                let (name, path) = (info.name().to_owned(), info.value.clone());
                return Ok(Resolution::Template { name, path, place: info.place });
            }
            Kind::Map => self.find(&info.value)?,
            Kind::Glob => self.find(&replaced(&info, resource_type))?,
        };
        if let Resolution::Type(_) = found {
            self.registry.register(&[resource_type.to_owned()], Item::Info(info));
        }
        Ok(found)
    }

    /// The entries that apply to a type, in the order in which Heat collects them.
    fn candidates(&mut self, resource_type: &str) -> Result<Vec<Candidate>, Exception> {
        let mut candidates = Vec::new();
        if is_template_name(resource_type) {
            let path = vec![resource_type.to_owned()];
            if !self.registry.items.contains_key(resource_type) {
                let info = Info::new(path.clone(), resource_type, None);
                self.registry.register(&path, Item::Info(info));
            }
            candidates.extend(self.registry.items.get(resource_type).map(candidate));
        }
        if let Some(name) = self.resource_name {
            candidates.extend(self.of_resource(resource_type, name)?);
        }
        let own = self.registry.items.get(resource_type);
        candidates.extend(
            own.filter(|item| !matches!(item, Item::Level(level) if level.is_empty())).map(candidate),
        );
        let wildcards = self.registry.wildcards(resource_type)?;
        candidates.extend(wildcards.into_iter().cloned().map(Candidate::Info));
        if (self.is_type)(resource_type) {
            candidates.push(Candidate::Heats(Resolution::Type(resource_type.to_owned())));
        } else {
            let found = installed::resolution(resource_type, self.is_type);
            candidates.extend(found.map(Candidate::Heats));
        }
        Ok(candidates)
    }

    /// The mapping of a type for a single resource.
    fn of_resource(&self, resource_type: &str, name: &str) -> Result<Option<Candidate>, Exception> {
        let resources = match self.registry.items.get(Registry::RESOURCES) {
            Some(Item::Level(resources)) => resources,
            Some(other) => return Err(no_attribute(other.class(), "get")),
            None => return Err(Exception::key_error(Problem::InvalidRegistry, Registry::RESOURCES)),
        };
        match resources.get(name) {
            Some(Item::Level(mappings)) => Ok(mappings.get(resource_type).map(candidate)),
            Some(Item::Info(info)) => Err(not_iterable(info.class())),
            Some(Item::Words(_)) | None => Ok(None),
        }
    }
}

fn candidate(item: &Item) -> Candidate {
    match item {
        Item::Info(info) => Candidate::Info(info.clone()),
        other => Candidate::Odd(other.class()),
    }
}

/// The type that a wildcard maps another type to.
fn replaced(info: &Info, resource_type: &str) -> String {
    let Some(prefix) = info.value.strip_suffix('*') else { return info.value.clone() };
    let rest = resource_type.chars().skip(info.prefix().chars().count());
    prefix.chars().chain(rest).collect()
}

/// The candidates in the order in which they are tried: entries of users first, then longer paths first, then by name.
fn sorted(mut candidates: Vec<Candidate>) -> Result<Vec<Candidate>, Exception> {
    if candidates.len() > 1
        && let Some(position) = candidates.iter().position(|one| matches!(one, Candidate::Odd(_)))
        && let Some(Candidate::Odd(class)) = candidates.get(position)
    {
        let other = if position == 0 { candidates.get(1) } else { candidates.get(position - 1) };
        return Err(match other {
            Some(other) if position > 0 || matches!(other, Candidate::Odd(_)) => {
                let other = class_of(other);
                let message = format!("'<' not supported between instances of '{class}' and '{other}'");
                Exception::type_error(Problem::InvalidRegistry, message)
            }
            _ => no_attribute(class, "user_resource"),
        });
    }
    let key = |candidate: &Candidate| match candidate {
        Candidate::Info(info) => (false, Reverse(info.path.len()), info.path.clone()),
        Candidate::Odd(_) => (false, Reverse(usize::MAX), Vec::new()),
        Candidate::Heats(_) => (true, Reverse(1), Vec::new()),
    };
    candidates.sort_by_cached_key(key);
    Ok(candidates)
}

fn class_of(candidate: &Candidate) -> &'static str {
    match candidate {
        Candidate::Info(info) => info.class(),
        Candidate::Odd(class) => class,
        Candidate::Heats(_) => "ClassResourceInfo",
    }
}
