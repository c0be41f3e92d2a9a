//! Dependencies by value, as the plug-in method that adds them.

use heat_model::ResourceType;

use super::expression::{Argument, Expression, INDENT, named, statement};
use super::module_names::Constants;
use super::rules;

/// The function that the method calls.
pub(super) const FUNCTION: &str = "_wait_for_equal";

/// The function and the functions that it calls, added to a module once. The bridge runs the same file: here it is a symbolic
/// link, because each package must contain it.
pub(super) const FUNCTION_CODE: &str = concat!("\n\n", include_str!("waiting.py"));

/// The method `add_dependencies`, as Python code.
pub(super) fn method(schema: &ResourceType, constants: &Constants) -> String {
    let mut method = format!(
        "{:INDENT$}def add_dependencies(self, deps):\n{:body$}super().add_dependencies(deps)\n",
        "",
        "",
        body = 2 * INDENT
    );
    for dependency in &schema.dependencies_by_value {
        // Paths in other types have no constants in this class.
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
