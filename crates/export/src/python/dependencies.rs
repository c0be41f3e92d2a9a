//! Dependencies by value as the method of Heat's plug-ins that adds them.

use heat_model::ResourceType;

use super::expression::{Argument, Expression, INDENT, named, statement};
use super::names::Constants;
use super::rules;

/// The function that the method calls.
pub(super) const FUNCTION: &str = "_wait_for_equal";

/// The function, once in a module.
pub(super) const FUNCTION_CODE: &str = r#"

def _wait_for_equal(
    res,
    deps,
    type_name,
    theirs,
    ours,
    or_theirs=None,
    or_ours=None,
    of=None,
    empty=None,
    first_item=False,
):
    """Let a resource wait for those of a type that have an equal value.

    Their property is compared with that of the resource, or with that of the
    resources of the type `of` that it depends on already.
    """

    def compared(props, path, other):
        if len(path) > 1 and not props.get(path[0]):
            return [None] if empty == "is_null" else []
        return list(_values(props, path, other, first_item))

    owners = [res]
    if of is not None:
        owners = [dep for dep in deps.graph()[res] if dep.has_interface(of)]
    for other in res.stack.values():
        if not other.has_interface(type_name):
            continue
        try:
            if of is None and len(ours) > 1 and not res.properties[ours[0]]:
                continue
            is_equal = any(
                left == right or (empty == "matches" and not (left and right))
                for owner in owners
                for left in compared(owner.properties, ours, or_ours)
                for right in compared(other.properties, theirs, or_theirs)
            )
        except (ValueError, TypeError):
            # Validation reports what is wrong with the properties.
            continue
        if is_equal:
            deps += (res, other)
"#;

/// The function that reads values at a path.
pub(super) const VALUES: &str = "_values";

/// That function, once in a module.
pub(super) const VALUES_CODE: &str = r#"

def _values(value, path, other=None, first_item=False):
    """Yield the values at a path of names; items of lists have none.

    Where the last one is empty, the value of `other` beside it counts.
    """
    if not path:
        yield value
        return
    items = value if isinstance(value, list) else [value]
    for item in items[:1] if first_item else items:
        around = item or {}
        inner = around.get(path[0])
        if other is not None and len(path) == 1 and not inner:
            yield around.get(other)
        else:
            yield from _values(inner, path[1:], other, first_item)
"#;

/// The method `add_dependencies`.
pub(super) fn method(schema: &ResourceType, constants: &Constants) -> String {
    let mut method = format!(
        "{:INDENT$}def add_dependencies(self, deps):\n{:body$}super().add_dependencies(deps)\n",
        "",
        "",
        body = 2 * INDENT
    );
    for dependency in &schema.dependencies_by_value {
        // Paths in other types have no constants here.
        let foreign =
            |path: &[String]| Expression::List(path.iter().map(|step| Expression::text(step)).collect());
        let ours = match &dependency.of {
            None => rules::path(constants, &dependency.equals),
            Some(_) => foreign(&dependency.equals),
        };
        let mut arguments: Vec<Argument> = vec![
            Expression::code("self").into(),
            Expression::code("deps").into(),
            Expression::text(&dependency.resource_type).into(),
            named("theirs", foreign(&dependency.property)),
            named("ours", ours),
        ];
        let empty = dependency.empty.map(heat_model::EmptyValue::as_str);
        let texts = [
            ("or_theirs", dependency.or_property.as_deref()),
            ("or_ours", dependency.or_equals.as_deref()),
            ("of", dependency.of.as_deref()),
            ("empty", empty),
        ];
        for (name, text) in texts {
            arguments.extend(text.map(|text| named(name, Expression::text(text))));
        }
        if dependency.first_item {
            arguments.push(named("first_item", Expression::code("True")));
        }
        method += &statement(2 * INDENT, "", &Expression::Call(FUNCTION.to_owned(), arguments), "");
    }
    method
}
