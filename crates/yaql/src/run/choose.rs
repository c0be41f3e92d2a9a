//! Choice of the function for a call: the one whose parameters accept the arguments, in the innermost layer that has one.
//!
//! The steps are in the same order as in yaql, because the order determines the error of an invalid call: first, the functions
//! are selected that could accept the arguments as they are written; then, the arguments are evaluated; then, the functions are
//! selected that accept their values.

use std::rc::Rc;

use super::types::takes;
use super::{Call, Context, Definition, Run, eval};
use crate::data::repr::str_of;
use crate::data::{Text, Val};
use crate::error::{Error, ErrorClass, Fault, Outcome};
use crate::library::spec::{Overload, Parameter, Type, p};
use crate::library::{Overloads, overloads};
use crate::syntax::{Kind, Node};

/// A call whose function has not been chosen yet.
pub(crate) struct Request<'r> {
    pub(crate) name: &'r str,
    /// Functions with this name in the standard library.
    pub(crate) overloads: Option<&'static Overloads>,
    /// Receiver of a method call. It is also the first argument.
    pub(crate) receiver: Option<Val>,
    pub(crate) args: Vec<Val>,
    pub(crate) named: Vec<(Text, Val)>,
    pub(crate) context: &'r Rc<Context>,
}

/// A function that the call may refer to.
#[derive(Clone)]
enum Candidate {
    Library(&'static Overload),
    Defined(Rc<Definition>),
}

/// Candidates for a call, each with the number of its layer. The innermost layer comes first.
type Candidates = Vec<(usize, Candidate)>;

/// Arguments that the function evaluates itself.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Lazy {
    /// Bit set of positions. Positions from 127 on share the last bit.
    positions: u128,
    names: Vec<Text>,
}

impl Lazy {
    const fn bit(position: usize) -> u128 {
        1 << if position < 127 { position } else { 127 }
    }

    const fn has(&self, position: usize) -> bool {
        self.positions & Self::bit(position) != 0
    }
}

/// Parameter of a function that `def` defined.
const ANY: Parameter = p("args", Type::Any);

/// Calls a library function by its name with values, as library functions do with each other.
pub(crate) fn delegate(run: &Run<'_>, context: &Rc<Context>, name: &str, args: Vec<Val>) -> Outcome<Val> {
    let request =
        Request { name, overloads: overloads(name), receiver: None, args, named: Vec::new(), context };
    run.nested(4, || call(run, request))
}

/// Chooses a function and calls it.
pub(crate) fn call(run: &Run<'_>, mut request: Request<'_>) -> Outcome<Val> {
    run.step(1)?;
    let mut candidates = candidates(run, &request);
    if candidates.is_empty() {
        return Err(unknown(&request));
    }
    let lazy = keep_possible(&mut candidates, &mut request)?;
    evaluate(run, &mut request, &lazy)?;
    let mut best: Option<(usize, &Candidate, Call<'_, '_>)> = None;
    for (layer, candidate) in &candidates {
        if best.as_ref().is_some_and(|(best_layer, ..)| best_layer != layer) {
            break;
        }
        let Some(bound) = bind(run, candidate, &request)? else { continue };
        if let Some((_, winner, _)) = &best {
            if is_better(winner, candidate, request.args.len()) {
                continue;
            }
            if !is_better(candidate, winner, request.args.len()) {
                return Err(ambiguous(&request));
            }
        }
        best = Some((*layer, candidate, bound));
    }
    match best {
        Some((_, candidate, bound)) => invoke(run, candidate, bound, request.context),
        None => Err(unmatched(&request)),
    }
}

/// Returns the functions with the name, layer by layer.
fn candidates(run: &Run<'_>, request: &Request<'_>) -> Candidates {
    let mut candidates = Vec::new();
    let mut number = 0;
    let is_method = request.receiver.is_some();
    if run.has_definitions.get() && !is_method {
        let name = request.name.trim_end_matches('_');
        let mut layer = Some(request.context);
        while let Some(context) = layer {
            let defined = context.defined(name);
            candidates.extend(defined.into_iter().map(|defined| (number, Candidate::Defined(defined))));
            number += 1;
            layer = context.parent();
        }
    }
    for layer in request.overloads.iter().flat_map(|overloads| &overloads.layers) {
        let fits = |overload: &&&Overload| if is_method { overload.is_method } else { overload.is_function };
        candidates.extend(layer.iter().filter(fits).map(|overload| (number, Candidate::Library(overload))));
        number += 1;
    }
    candidates
}

/// Keeps the functions that could accept the arguments as they are written.
fn keep_possible(candidates: &mut Candidates, request: &mut Request<'_>) -> Outcome<Lazy> {
    let mut lazy: Option<Lazy> = None;
    let mut no_kwargs = None;
    let mut kept = 0;
    for index in 0..candidates.len() {
        let candidate = &candidates[index].1;
        match no_kwargs {
            None => {
                no_kwargs = Some(candidate.no_kwargs());
                translate(candidate.no_kwargs(), request)?;
            }
            Some(known) if known != candidate.no_kwargs() => return Err(ambiguous(request)),
            Some(_) => {}
        }
        let Some(own) = mapped(candidate, request)? else { continue };
        match &lazy {
            None => lazy = Some(own),
            Some(known) if *known != own => return Err(ambiguous(request)),
            Some(_) => {}
        }
        candidates.swap(kept, index);
        kept += 1;
    }
    candidates.truncate(kept);
    lazy.ok_or_else(|| unmatched(request))
}

/// Moves `name => value` from the positional arguments to the keyword arguments.
fn translate(no_kwargs: bool, request: &mut Request<'_>) -> Outcome<()> {
    if no_kwargs {
        return match request.named.first() {
            Some((name, _)) => Err(Error::fault(ErrorClass::Argument, format!("Invalid argument {name}"))),
            None => Ok(()),
        };
    }
    let refused =
        || Error::fault(ErrorClass::MappingTranslation, "Cannot convert mapping to keyword argument");
    let is_rule = |arg: &Val| matches!(arg, Val::Node(node) if matches!(node.kind, Kind::Rule(..)));
    if !request.args.iter().any(is_rule) {
        return Ok(());
    }
    let mut named: Vec<(Text, Val)> = Vec::new();
    let mut args = Vec::with_capacity(request.args.len());
    for arg in std::mem::take(&mut request.args) {
        if let Val::Node(node) = &arg
            && let Kind::Rule(source, destination) = &node.kind
        {
            let Kind::Keyword(name) = &source.kind else { return Err(refused()) };
            let value = Val::Node(destination.clone());
            match named.iter_mut().find(|(known, _)| known == name) {
                Some((_, known)) => *known = value,
                None => named.push((name.clone(), value)),
            }
        } else {
            args.push(arg);
        }
    }
    for (name, value) in std::mem::take(&mut request.named) {
        if named.iter().any(|(known, _)| *known == name) {
            return Err(refused());
        }
        named.push((name, value));
    }
    (request.args, request.named) = (args, named);
    Ok(())
}

/// Determines whether a function could accept the arguments as they are written, and which ones it would evaluate itself.
fn mapped(candidate: &Candidate, request: &Request<'_>) -> Outcome<Option<Lazy>> {
    let overload = match candidate {
        Candidate::Library(overload) => *overload,
        Candidate::Defined(_) => return Ok(Some(Lazy::default())),
    };
    let (args, named) = (&request.args, &request.named);
    let mut lazy = Lazy::default();
    let mut used = 0;
    for (index, parameter) in overload.params.iter().enumerate() {
        let is_given = args.get(index).is_some_and(|arg| !matches!(arg, Val::NoValue));
        let by_name = named.iter().find(|(name, _)| name.as_str() == parameter.name);
        match by_name {
            Some(_) if is_given => return Ok(None),
            Some((name, _)) => {
                used += 1;
                if parameter.takes.is_lazy() {
                    lazy.names.push(name.clone());
                }
            }
            None if !is_given && parameter.default.is_none() => return Ok(None),
            None => {}
        }
    }
    if used < named.len() && overload.named_rest.is_none() {
        return Ok(None);
    }
    for (index, arg) in args.iter().enumerate() {
        let Some(parameter) = overload.parameter(index) else { return Ok(None) };
        let default = parameter.default.filter(|_| matches!(arg, Val::NoValue));
        let is_taken = match default {
            Some(default) => takes(parameter, &default.val())?,
            None => takes(parameter, arg)?,
        };
        if !is_taken {
            return Ok(None);
        }
        if parameter.takes.is_lazy() {
            lazy.positions |= Lazy::bit(index);
        }
    }
    Ok(Some(lazy))
}

/// Evaluates the arguments that the function does not evaluate itself.
fn evaluate(run: &Run<'_>, request: &mut Request<'_>, lazy: &Lazy) -> Outcome<()> {
    let context = request.context;
    let is_open = |node: &Node| !matches!(node.kind, Kind::Constant(_) | Kind::Keyword(_));
    for (index, arg) in request.args.iter_mut().enumerate() {
        if let Val::Node(node) = arg
            && is_open(node)
            && !lazy.has(index)
        {
            *arg = eval(run, node, None, context)?;
        }
    }
    for (name, arg) in &mut request.named {
        if let Val::Node(node) = arg
            && is_open(node)
            && !lazy.names.contains(name)
        {
            *arg = eval(run, node, None, context)?;
        }
    }
    Ok(())
}

/// Assigns the arguments to parameters; `None` if the function does not accept their values.
fn bind<'r, 's>(
    run: &'r Run<'s>,
    candidate: &Candidate,
    request: &Request<'_>,
) -> Outcome<Option<Call<'r, 's>>> {
    let (params, rest, named_rest): (&[Parameter], Option<&Parameter>, bool) = match candidate {
        Candidate::Library(overload) => {
            (overload.params, overload.rest.as_ref(), overload.named_rest.is_some())
        }
        Candidate::Defined(_) => (&[], Some(&ANY), true),
    };
    let mut bound = Call::new(run, request.context);
    let mut used = 0;
    for (index, parameter) in params.iter().enumerate() {
        let given = request.args.get(index).filter(|arg| !matches!(arg, Val::NoValue));
        let by_name = request.named.iter().find(|(name, _)| name.as_str() == parameter.name);
        let value = match (given, by_name) {
            (Some(_), Some(_)) => return Ok(None),
            (Some(given), None) => given.clone(),
            (None, Some((_, value))) => {
                used += 1;
                value.clone()
            }
            (None, None) => match parameter.default {
                Some(default) => default.val(),
                None => return Ok(None),
            },
        };
        if !takes(parameter, &value)? {
            return Ok(None);
        }
        bound.args.push(value);
    }
    for arg in request.args.iter().skip(params.len()) {
        let Some(rest) = rest else { return Ok(None) };
        if !takes(rest, arg)? {
            return Ok(None);
        }
        bound.rest.push(arg.clone());
    }
    if used < request.named.len() {
        if !named_rest {
            return Ok(None);
        }
        let is_free =
            |(name, _): &&(Text, Val)| !params.iter().any(|parameter| parameter.name == name.as_str());
        bound.named = request.named.iter().filter(is_free).cloned().collect();
    }
    Ok(Some(bound))
}

fn invoke(
    run: &Run<'_>,
    candidate: &Candidate,
    mut bound: Call<'_, '_>,
    context: &Rc<Context>,
) -> Outcome<Val> {
    let result = match candidate {
        Candidate::Library(overload) => {
            if overload.needs_context {
                bound.context = Context::child(context)?;
            }
            bound.convert(overload)?;
            (overload.body)(&mut bound)?
        }
        Candidate::Defined(definition) => {
            for value in bound.rest.iter_mut().chain(bound.named.iter_mut().map(|(_, value)| value)) {
                *value = super::types::converted(run, &ANY, value.clone(), context)?;
            }
            run.nested(1, || definition.body.call_named(run, bound.rest, bound.named))?
        }
    };
    run.check_size(&result)?;
    Ok(result)
}

/// Returns whether the parameters of the first function have narrower types than the parameters of the second.
fn is_better(first: &Candidate, second: &Candidate, args: usize) -> bool {
    let (Candidate::Library(first), Candidate::Library(second)) = (first, second) else { return false };
    let mut is_better = false;
    for index in 0..args {
        let (Some(first), Some(second)) = (first.parameter(index), second.parameter(index)) else { break };
        if second.takes.is_subclass_of(first.takes) {
            return false;
        }
        is_better = is_better || first.takes.is_subclass_of(second.takes);
    }
    is_better
}

impl Candidate {
    fn no_kwargs(&self) -> bool {
        matches!(self, Self::Library(overload) if overload.no_kwargs)
    }
}

fn receiver_text(receiver: &Val) -> String {
    str_of(receiver).map_or_else(|_| receiver.type_name().to_owned(), |text| text.chars().take(200).collect())
}

fn unknown(request: &Request<'_>) -> Fault {
    let name = request.name;
    match &request.receiver {
        None => Error::fault(ErrorClass::NoFunction, format!("Unknown function \"{name}\"")),
        Some(receiver) => {
            let message = format!("Unknown method \"{name}\" for receiver {}", receiver_text(receiver));
            Error::fault(ErrorClass::NoMethod, message)
        }
    }
}

fn unmatched(request: &Request<'_>) -> Fault {
    let name = request.name;
    match &request.receiver {
        None => {
            let message = format!("No function \"{name}\" matches supplied arguments");
            Error::fault(ErrorClass::NoMatchingFunction, message)
        }
        Some(receiver) => {
            let receiver = receiver_text(receiver);
            let message = format!("No method \"{name}\" for receiver {receiver} matches supplied arguments");
            Error::fault(ErrorClass::NoMatchingMethod, message)
        }
    }
}

fn ambiguous(request: &Request<'_>) -> Fault {
    let name = request.name;
    match &request.receiver {
        None => Error::fault(ErrorClass::AmbiguousFunction, format!("Ambiguous function \"{name}\"")),
        Some(receiver) => {
            let message = format!("Ambiguous method \"{name}\" for receiver {}", receiver_text(receiver));
            Error::fault(ErrorClass::AmbiguousMethod, message)
        }
    }
}
