//! Tests of the help in addition to Heat's messages.

use heat_yaml::Source;

use super::validated;
use crate::Template;
use crate::fault::Fault;

/// Compares the first error of a template with `message => help`.
#[track_caller]
fn check(text: &str, expect: &str) {
    let shown = |fault: &Fault| {
        let help = fault.explanation.as_ref().and_then(|explanation| explanation.help.as_ref());
        format!("{fault} => {}", help.map_or("", |help| &help.text))
    };
    let (version, rest) = text.split_once('\n').unwrap();
    let source = Source::new("test", format!("heat_template_version: {text}"));
    let found = match Template::read(&source).fault {
        Some(fault) => shown(&fault),
        None => validated(version, rest, "{}", true).faults.first().map(shown).unwrap_or_default(),
    };
    assert!(found.ends_with(expect), "{text}\n{found}");
}

#[test]
fn a_version_that_does_not_exist_was_meant_to_be_one() {
    check("2021-16-04\n", "=> did you mean `2021-04-16`?");
    check("2018-31-08\n", "=> did you mean `2018-08-31`?");
    check("2016-04-09\n", "=> did you mean `2016-04-08`?");
    check("1999-01-01\n", "=> a version is one of these dates, not any date: the newest is `2021-04-16`");
}

#[test]
fn what_is_no_section_belongs_in_one() {
    check(
        "rocky\nb: {type: OS::Heat::None}\n",
        "=> a resource stands under `resources`: indent it as much as the others there",
    );
    check(
        "rocky\nsize: {type: number}\n",
        "=> a parameter stands under `parameters`: indent it as much as the others there",
    );
    check(
        "rocky\nsize: {value: 1}\n",
        "=> an output stands under `outputs`: indent it as much as the others there",
    );
    let keys = "=> the keys here are `heat_template_version`, `description`, `parameter_groups`, `parameters`, `conditions`, `resources`, `outputs`";
    check("rocky\nsize: {type: colour}\n", keys);
    check("rocky\nsize: {type: Number}\n", keys);
    check(
        "rocky\nother: 1\n",
        "=> the keys here are `heat_template_version`, `description`, `parameter_groups`, `parameters`, `conditions`, `resources`, `outputs`",
    );
}

#[test]
fn a_named_argument_was_meant() {
    let value = |value: &str| format!("rocky\noutputs: {{o: {{value: {value}}}}}\n");
    check(&value("{str_replace: {tempalte: x, params: {}}}"), "=> did you mean `template`?");
    check(&value("{repeat: {template: x, foreach: {a: [b]}}}"), "=> did you mean `for_each`?");
    check(&value("{yaql: {expresion: 1, data: {}}}"), "=> did you mean `expression`?");
    check(
        &value("{str_replace: {text: x}}"),
        "=> write `{str_replace: {template: TEXT, params: {KEY: VALUE, …}}}`",
    );
}

#[test]
fn properties_are_suggested() {
    let of = |properties: &str| {
        format!("rocky\nresources: {{a: {{type: My::Thing, properties: {{{properties}}}}}}}\n")
    };
    check(&of("name: n, siz: 1"), "=> did you mean `size`?");
    check(&of("name: n, quite_another: 1"), "=> the properties here are `name`, `size`, `flags`, `kind`");
    check(&of("size: 1"), "=> add the property: `name: STRING`");
    check(&of("nam: n"), "=> did you mean `name`?");
    check(&of("name: n, flags: [{opne: true, open: true}]"), "=> did you mean `open`?");
    check(&of("name: n, flags: [{}]"), "=> add the property: `open: BOOLEAN`");
    check(&of("name: n, kind: aa"), "=> did you mean `a`?");
    check(&of("name: n, kind: {get_parm: x}"), "=> did you mean `get_param`?");
    check(&of("name: n, size: x"), "=> the property takes an integer");
    check(&of("name: n, flags: [{open: maybe}]"), "=> the property takes `true` or `false`");
    check(&of("name: n, flags: a"), "=> the property takes a list");
    check(
        &of("name: n, flags: 'a,b'"),
        "=> the property takes a list: `[A, B]`, or a line that begins with `- ` for each item",
    );
    check(&of("name: n, flags: [a]"), "=> the property takes a map");
    check(&of("name: [a]"), "=> the property takes a string");
    check(&of("name: abcdef"), "=> the length must be 1 to 5");
}

#[test]
fn a_required_property_may_be_there_by_another_name() {
    fn check_all(properties: &str, expect: &[&str]) {
        let text = format!("resources: {{a: {{type: My::Thing, properties: {{{properties}}}}}}}");
        let found = validated("rocky", &text, "{}", true).faults;
        let shown = found.iter().map(|fault| {
            let help = fault.explanation.as_ref().and_then(|explanation| explanation.help.as_ref()).unwrap();
            // The text begins after the version.
            let place = help.rename.as_ref().and_then(|rename| rename.span);
            let place = place.map(|span| &text[span.start - 29..span.end - 29]);
            format!("{} at {}", help.text, place.unwrap_or_default())
        });
        assert_eq!(shown.collect::<Vec<_>>(), expect, "{properties}");
    }
    // The missing property is the same error.
    check_all("nam: n", &["did you mean `name`? at "]);
    check_all("name: n, flags: [{open: true}, {opne: true}]", &["did you mean `open`? at "]);
    check_all("name: n, kind: {get_parm: x}", &["did you mean `get_param`? at get_parm"]);
    check_all("name: n, flags: [{open: {get_parm: x}}]", &["did you mean `get_param`? at get_parm"]);
}

#[test]
fn attributes_are_suggested() {
    let of = |attribute: &str| {
        format!(
            "rocky\nresources: {{a: {{type: My::Thing, properties: {{name: n}}}}, b: {{type: OS::Heat::Value, properties: {{value: {{get_attr: [a, {attribute}]}}}}}}}}\n"
        )
    };
    check(&of("adress"), "=> did you mean `address`?");
    check(&of("quite_something_else"), "=> the resource has the attributes `address`, `show`");
}

#[test]
fn a_text_names_one_resource() {
    check(
        "rocky\nresources: {a: {type: OS::Heat::None}, c: {type: OS::Heat::None}, b: {type: OS::Heat::None, depends_on: 'a, c'}}\n",
        "The specified reference \"a, c\" (in b) is incorrect. => a text names one resource: write a list, `[a, c]`",
    );
}

#[test]
fn a_text_of_other_words_names_no_list() {
    for names in ["a, x", "xx yy", "zzzz"] {
        check(
            &format!(
                "rocky\nresources: {{a: {{type: OS::Heat::None}}, b: {{type: OS::Heat::None, depends_on: '{names}'}}}}\n"
            ),
            &format!("The specified reference \"{names}\" (in b) is incorrect. => "),
        );
    }
}

#[test]
fn types_are_suggested() {
    check("rocky\nresources: {a: {type: My::Thin}}\n", "=> did you mean `My::Thing`?");
    check("rocky\nresources: {a: {type: OS::Nuetron::Port}}\n", "=> did you mean `OS::Neutron::Port`?");
}

#[test]
fn references_are_suggested() {
    let of = |value: &str| {
        format!(
            "rocky\nparameters: {{size: {{type: number, default: 1}}}}\nconditions: {{never: {{equals: [a, b]}}}}\nresources: {{server: {{type: OS::Heat::None}}, gone: {{type: OS::Heat::None, condition: never}}, b: {{type: OS::Heat::Value, properties: {{value: {value}}}}}}}\n"
        )
    };
    check(&of("{get_resource: sever}"), "=> did you mean `server`?");
    check(&of("{get_attr: [sever, x]}"), "=> did you mean `server`?");
    check(
        &of("{get_resource: gone}"),
        "=> the condition of `gone` is false: refer to it only where the same condition is true, by `if`",
    );
    check(&of("{get_resource: size}"), "=> `size` is a parameter: write `{get_param: size}`");
    check(&of("{get_resource: quite_another}"), "=> the template has no resource `quite_another`");
    check(&of("{get_param: siez}"), "=> the template has no parameter `siez`: did you mean `size`?");
}

#[test]
fn the_name_of_a_file_ends_as_heat_knows_it() {
    check(
        "rocky\nresources: {a: {type: server.yml}}\n",
        "=> the name of a nested template ends with `.yaml` or `.template`: rename the file, or map a type to it in the `resource_registry` of an environment",
    );
}

#[test]
fn a_stack_has_a_thousand_resources_at_most() {
    let template = |count: usize| {
        let resources = (0..count).map(|at| format!("r{at}: {{type: OS::Heat::None}}"));
        format!("rocky\nresources: {{{}}}\n", resources.collect::<Vec<_>>().join(", "))
    };
    check(&template(1_000), "");
    check(
        &template(1_001),
        "Request limit exceeded: Maximum resources per stack exceeded. => a stack can have 1000 resources, unless its cloud sets `max_resources_per_stack`: move some to a nested template",
    );
}
