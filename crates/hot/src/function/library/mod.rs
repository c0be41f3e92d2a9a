//! The implementations of the functions: one file per kind of function, and one row per form in the table below.

mod arguments;
pub(super) mod attribute;
mod cfn;
pub(super) mod condition;
mod digest;
mod facade;
mod item_index;
mod list;
mod map;
mod parameter;
pub(super) mod path;
mod repeat;
mod replace;
mod text;
mod url;
pub(super) mod yaql;
pub(super) mod yaql_data;

use heat_hot_language::Variant;

use crate::Data;
use crate::fault::{Exception, Fault, Problem};
use crate::scope::Scope;
use crate::snippet::{self, Call};

type Check = fn(&Scope<'_>, &mut Call) -> Result<(), Exception>;
type Validate = fn(&Scope<'_>, &Call) -> Result<(), Fault>;
type Resolve = fn(&Scope<'_>, &Call) -> Result<Data, Fault>;

/// Implementation of a form of a function.
///
/// Functions are called through pointers: calls of all forms in one function would need a large stack frame, and calls can be
/// nested.
#[derive(Clone, Copy)]
pub(super) struct Code {
    /// Checks the arguments when a call is parsed.
    pub(super) check: Check,
    /// Checks a call whose arguments are valid, without resolving it.
    pub(super) validate: Validate,
    /// Computes the result of a call.
    pub(super) resolve: Resolve,
    /// Names of the arguments, if they are named: used to find misspelt ones.
    pub(super) named_arguments: &'static [&'static str],
}

impl Code {
    const fn new(resolve: Resolve) -> Self {
        Self { check: |_, _| Ok(()), validate: |_, _| Ok(()), resolve, named_arguments: &[] }
    }

    const fn checked(self, check: Check) -> Self {
        Self { check, ..self }
    }

    const fn validated(self, validate: Validate) -> Self {
        Self { validate, ..self }
    }

    const fn named(self, named_arguments: &'static [&'static str]) -> Self {
        Self { named_arguments, ..self }
    }
}

const GET_ATTR: Code = Code::new(attribute::get_then_select).validated(attribute::validate);
const REPLACE: Code = Code::new(replace::resolve).checked(replace::check).named(&["template", "params"]);
const REPEAT: Code = Code::new(repeat::resolve).checked(repeat::check).validated(repeat::validate);
const FACADE: Code = Code::new(facade::resolve).checked(facade::check);

/// Implementation of a form that is replaced, or refused, when it is parsed.
const GONE_WHEN_PARSED: Code = Code::new(|_, _| Ok(Data::NULL));

/// The implementation of a form.
pub(super) const fn code(variant: Variant) -> Code {
    match variant {
        Variant::GetParam => Code::new(parameter::get_param),
        Variant::Ref => GONE_WHEN_PARSED.checked(parameter::check_ref),
        Variant::ParamRef => Code::new(parameter::param_ref).checked(parameter::check_param_ref),
        Variant::GetResource => Code::new(attribute::get_resource),
        Variant::GetAttThenSelect => GET_ATTR.checked(attribute::check),
        Variant::CfnGetAtt => GET_ATTR.checked(attribute::check_cfn),
        Variant::GetAtt => Code { resolve: attribute::get, ..GET_ATTR }.checked(attribute::check),
        Variant::GetAttAllAttributes => {
            Code { resolve: attribute::get_all, ..GET_ATTR }.checked(attribute::check_with_all)
        }
        Variant::GetFile => Code::new(text::get_file),
        Variant::CfnReplace => Code::new(replace::resolve).checked(replace::check_cfn),
        Variant::Replace
        | Variant::ReplaceJson
        | Variant::ReplaceJsonStrict
        | Variant::ReplaceJsonVeryStrict => REPLACE,
        Variant::Join => Code::new(text::join).checked(text::check_join),
        Variant::JoinMultiple => Code::new(text::join_multiple).checked(text::check_join_multiple),
        Variant::StrSplit => Code::new(text::str_split).checked(text::check_split),
        Variant::MapMerge => Code::new(map::merge),
        Variant::MapReplace => Code::new(map::replace),
        Variant::ResourceFacade | Variant::CfnResourceFacade => FACADE,
        Variant::Repeat | Variant::RepeatWithMap => REPEAT.named(&["template", "for_each"]),
        Variant::RepeatWithNestedLoop => REPEAT.named(&["template", "for_each", "permutations"]),
        Variant::Digest => Code::new(digest::resolve),
        Variant::Yaql => Code::new(yaql::resolve)
            .checked(yaql::check)
            .validated(yaql::validate)
            .named(&["expression", "data"]),
        Variant::Equals => Code::new(condition::equals).checked(condition::check_equals),
        Variant::Not => Code::new(condition::not).checked(condition::check_not),
        Variant::CfnNot => Code::new(condition::not).checked(condition::check_cfn_not),
        Variant::And => Code::new(condition::and).checked(condition::check_conditions),
        Variant::Or => Code::new(condition::or).checked(condition::check_conditions),
        Variant::Filter => Code::new(list::filter).checked(list::check_filter),
        Variant::MakeUrl => Code::new(url::resolve).validated(url::validate),
        Variant::ListConcat => Code::new(list::concat),
        Variant::ListConcatUnique => Code::new(list::concat_unique),
        Variant::Contains => Code::new(list::contains).checked(list::check_contains),
        Variant::FindInMap => Code::new(cfn::find_in_map).checked(cfn::check_find_in_map),
        Variant::GetAzs => Code::new(|scope, _| Ok(cfn::availability_zones(scope))),
        Variant::Select => Code::new(cfn::select).checked(cfn::check_select),
        Variant::Split => Code::new(cfn::split).checked(cfn::check_split),
        Variant::Base64 => Code::new(cfn::base64),
        Variant::MemberListToMap => Code::new(cfn::member_list_to_map).checked(cfn::check_member_list),
        // The branches are chosen when the call is parsed.
        Variant::If | Variant::IfNullable => GONE_WHEN_PARSED,
        Variant::Removed => Code::new(|_, call| Ok(as_written(call))),
        Variant::Invalid => GONE_WHEN_PARSED.checked(refuse),
    }
}

/// The call as it is written: Heat returns it with the functions inside of it unresolved.
fn as_written(call: &Call) -> Data {
    Data::Known([(call.name.clone(), snippet::as_written(&call.args))].into_iter().collect())
}

/// Refuses a function that conditions do not support.
fn refuse(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    Err(Exception::value_error(
        Problem::FunctionInCondition,
        format!("The function \"{}\" is invalid in this context", call.name),
    ))
}
