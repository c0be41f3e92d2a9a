//! Messages of the program that no rule reports: about the files that it reads and writes, and about plug-ins.
//!
//! A test finds the ids in the sources, and fails for an id that is neither here nor that of a rule.

use std::borrow::Cow;

use heat_report::AppliedRule;
use heat_report::finding::Rank;

/// The subject of these messages, in lists that also have the rules about schemas, templates and changes.
pub(super) const SUBJECT: &str = "the program";

/// A message of the program: its id, its summary in one line, and its page.
pub(super) struct Message {
    pub(super) id: &'static str,
    pub(super) severity: &'static str,
    pub(super) summary: &'static str,
    pub(super) page: &'static str,
}

/// The message with this id.
pub(super) fn with_id(id: &str) -> Option<&'static Message> {
    MESSAGES.iter().find(|message| message.id == id)
}

/// The ids of all messages.
pub(super) fn ids<'a>() -> impl Iterator<Item = &'a str> {
    MESSAGES.iter().map(|message| message.id)
}

/// The rules with these ids, for reports.
pub(crate) fn rules(ids: &[&str]) -> Vec<AppliedRule> {
    let known = ids.iter().filter_map(|id| with_id(id));
    let rules = known.map(|message| {
        let rank = if message.severity == "error" { Rank::Critical } else { Rank::Major };
        let docs = Cow::Borrowed(message.page);
        AppliedRule { id: message.id, summary: message.summary, docs, rank, page_url: None, tags: Vec::new() }
    });
    rules.collect()
}

/// Creates an error message.
const fn error(id: &'static str, summary: &'static str, page: &'static str) -> Message {
    Message { id, severity: "error", summary, page }
}

/// All messages, by id.
const MESSAGES: &[Message] = &[
    Message {
        id: "attribute-not-resolved",
        severity: "warning",
        summary: "No attribute of a plug-in's type gets a value",
        page: "
## What it means
The schema of the type has attributes, and its class has neither `_resolve_attribute` nor `get_attribute` of its own: Heat returns null for
all of them.

## What to do
Write `_resolve_attribute(self, name)`, or remove the attributes from the schema.
",
    },
    error(
        "client-not-registered",
        "A plug-in uses a client that does not exist",
        "
## What it means
The class names a client plug-in that this Heat does not have, in `default_client_name` or in a call of `client` or `client_plugin`. The
call fails when the handler runs.

## What to do
Correct the name. A client plug-in of your own needs an entry point `heat.clients` in an installed package.
",
    ),
    error(
        "constraint-not-registered",
        "A property has a custom constraint that does not exist",
        "
## What it means
Heat has no custom constraint of this name, so each value of the property is refused.

## What to do
Correct the name, or register the constraint: `constraint_mapping()` of the module returns it.
",
    ),
    error(
        "crash",
        "A plug-in ended the Python that loaded it",
        "
## What it means
`plugin check` loads a library as Heat does, in an interpreter of its own, and that has ended. An engine of Heat would end, too.

## What to do
The notes have what the interpreter said last. A library that was built for another version of Python, or with other
versions of the crates, often ends it: build the plug-in again with `heat-codegen plugin build`.
",
    ),
    error(
        "dead-link",
        "A link on the site leads nowhere",
        "
## What it means
A page of the guide, or a description of a schema, has a link to a page or to a heading that the site does not have. Nothing is
published then.

## What to do
Correct the link. If the page was left out by `docs.yaml`, remove the link or bring the page back.
",
    ),
    error(
        "delete-fails-if-gone",
        "A deletion fails if the service no longer has the resource",
        "
## What it means
`plugin test` deleted a resource whose client said that it is not found. The exception got through, so a stack whose resource was deleted by
hand, or by an earlier attempt, cannot be deleted.

## What to do
Wrap the call in `with self.client_plugin().ignore_not_found:`, or call `ignore_not_found(error)` where the exception is handled.
",
    ),
    Message {
        id: "delete-without-id",
        severity: "warning",
        summary: "A deletion calls the service without an ID",
        page: "
## What it means
Heat also deletes resources whose creation failed before they had a `resource_id`. `handle_delete` then calls a client with None, which at best
is not found.

## What to do
Begin `handle_delete` with `if self.resource_id is None: return`.
",
    },
    Message {
        id: "deprecated",
        severity: "warning",
        summary: "A plug-in uses what Python or a library will remove",
        page: "
## What it means
Python warned when it read or imported the module: of a name that a later release removes, or of a text that it will refuse.

## What to do
Use what the warning names instead, before the release comes that has it no longer.
",
    },
    error(
        "duplicate-page",
        "Two pages about errors have the same name",
        "
## What it means
The name of a file is that of its page, in all areas.

## What to do
Give one of the two files another name.
",
    ),
    error(
        "duplicate-release",
        "Two recordings are of the same release",
        "
## What it means
`history` compares each release with the one before it, so that each is recorded once.

## What to do
Remove one of the two, or name another version: `heat-codegen history 28.0.0=FOLDER`.
",
    ),
    error(
        "engine-refuses",
        "An engine refuses a plug-in or its minimal template",
        "
## What it means
`plugin test --engine` started Heat's engine with the plug-in. Either the engine does not start, or it refuses to create a stack with the
minimal template of the type because code of the plug-in fails, most often in `validate`. A template that `validate` refuses on purpose is no
finding: the step does not run.

## What to do
The message has the error. `plugin dev` runs the same engine, and its log has the traceback.
",
    ),
    error(
        "entry-point",
        "An entry point of a distribution cannot be loaded",
        "
## What it means
The distribution of a plug-in names a client plug-in, a custom constraint or another extension of Heat in its entry points, and Python
fails to import it. Heat logs this, and goes on without it.

## What to do
The note has what Python said.
",
    ),
    error(
        "expired-allowance",
        "An accepted change has expired",
        "
## What it means
The accepted change in `schema-diff.yaml` names the release until which it is accepted, and that release has come.

## What to do
Revert the change, or set a later release. If the change no longer exists, remove the entry.
",
    ),
    error(
        "fails-in-engine",
        "A step fails in an engine",
        "
## What it means
`plugin test --engine` created a stack with the minimal template of the type in a whole Heat, and one of its steps failed, or replaced the
resource although nothing had changed. The message has Heat's reason, and the finding is in the line of the handler. A step that fails
because a service is missing is no finding: it does not run.

## What to do
`plugin dev` runs the same engine: create the stack there, and read the log, which has the traceback.
",
    ),
    error(
        "gone-from-heat",
        "A plug-in uses a name that this Heat no longer has",
        "
## What it means
A handler imports a name from a module of Heat, or reads it from one, and this release does not have it. Python notices that when the
handler runs: the resource fails then.

## What to do
Use what has replaced the name; the release notes of Heat and the history of the module say what that is.
",
    ),
    error(
        "handler-arity",
        "A handler does not take the arguments with which Heat calls it",
        "
## What it means
Heat calls the handlers of a class with certain arguments: `handle_update` with three, for example. The method in the message takes others,
so the call fails, and the resource with it.

## What to do
Give the method the parameters of the one in Heat's base class, or those of the plug-in guide of Heat.
",
    ),
    error(
        "handler-fails",
        "A handler fails by a mistake of its own",
        "
## What it means
`plugin test` ran the handlers with stand-ins for their clients, and one raised the error in the message in the line of the finding. No
answer of a service takes part in that line: a value that the template may leave out is None, for example, or an attribute of the object is
read that another handler has set. Heat loads a resource anew for each action, so only what is stored is still there: `resource_id`, the
properties, `data()` and the metadata.

## What to do
Handle the value that the line does not expect, or store with `data_set` what a later action needs.
",
    ),
    Message {
        id: "handler-returns-nothing",
        severity: "warning",
        summary: "A poll reads what its handler does not return",
        page: "
## What it means
Heat passes to `check_..._complete` what `handle_...` has returned. The poll reads it, and the handler always returns None.

## What to do
Return from the handler what the poll needs, or remove what the poll does with it.
",
    },
    error(
        "id-not-stored",
        "A creation stores no `resource_id`",
        "
## What it means
`handle_create` asked a client to create something, and the resource has no `resource_id` afterwards. `handle_delete` needs it, so what was
created stays when the stack is deleted.

## What to do
Call `self.resource_id_set(...)` with the ID that the service returns.
",
    ),
    Message {
        id: "id-stored-late",
        severity: "warning",
        summary: "A failed creation leaves something behind",
        page: "
## What it means
`handle_create` created something, and then another call failed before the `resource_id` was stored. The deletion that follows finds no ID,
and leaves behind what was created.

## What to do
Call `self.resource_id_set(...)` directly after the call that creates.
",
    },
    error(
        "integer-too-small",
        "A Rust type cannot hold the values of a property",
        "
## What it means
`#[heat(…)]` gives a property an integer type of Rust that is smaller than its range in the schema.

## What to do
Use a type that holds the range, or limit the range in the schema.
",
    ),
    error(
        "invalid-error-page",
        "A page about an error of Heat cannot be read",
        "
## What it means
The head of a page in `site/errors` lacks something or has something unknown, or its parts are not those of such a page.

## What to do
`CONTRIBUTING.md` has the form of these pages, under *Add an error of Heat*.
",
    ),
    error(
        "invalid-facts",
        "The facts file is invalid",
        "
## What it means
`import` asks an installed Heat for its types, or reads a recording of the answer, and this is no such answer.

## What to do
Record it again, with the `introspect.py` of this release, in the Python that has Heat.
",
    ),
    error(
        "invalid-rule",
        "A rule of a project has a mistake",
        "
## What it means
The file does not have the form of a rule, two files have a rule of the same id, or a rule names a resource type or a property that does
not exist.

## What to do
Correct the place that is marked. *Rules of your own* in the guide lists the keys; `heat-codegen rules new ID` writes a rule to begin with.
",
    ),
    error(
        "invalid-test",
        "A file with tests has a mistake",
        "
## What it means
The file does not have the form of a file with tests, or a template or an environment that it names cannot be read.

## What to do
Correct the place that is marked. *Testing templates* in the guide lists the keys; `heat-codegen test --init TEMPLATE` writes a file to
begin with.
",
    ),
    error(
        "invalid-types",
        "A file of --types is neither JSON nor a schema",
        "
## What it means
`--types` takes what `openstack orchestration resource type list` or `show` prints with `-f json`, a schema file, or a folder of them.

## What to do
Write the file again with `-f json`; a table that the client prints for people cannot be read.
",
    ),
    error(
        "module-name",
        "Heat does not load a file because of its name",
        "
## What it means
Heat imports each file in a plug-in folder as the module of its name. A library has one module, whose name is compiled into it.

## What to do
Name the file after the module, `NAME.so` or `NAME.py`, without further dots, and each file differently. Heat skips modules
named `setup` and those in `tests`.
",
    ),
    error(
        "name-collision",
        "Two parts of a schema get the same name in Rust",
        "
## What it means
The derive makes names of Rust from those of a schema, and two of them are the same.

## What to do
Give one of them another name in `#[heat(…)]`: the help of the error shows how.
",
    ),
    error(
        "no-introspection",
        "The Python interpreter returned no facts",
        "
## What it means
`import` and `plugin check` run a Python that has Heat, and that failed, took too long, or printed something else.

## What to do
`--python` names the interpreter of the virtual environment in which Heat is installed. `PYTHON -c 'import heat'` says whether it is.
",
    ),
    error(
        "no-plug-in",
        "There is no plug-in of this name",
        "
## What it means
The name is neither a file nor a folder, and no package or distribution of it is installed for the interpreter; or none of its modules
defines `resource_mapping()` or `constraint_mapping()`.

## What to do
Name a file, a folder, an installed package or distribution, or a `heat.conf`, and with `--python` the interpreter for which it is
installed.
",
    ),
    error(
        "no-such-attribute",
        "A handler reads an attribute of `self` that does not exist",
        "
## What it means
Neither the class, its bases nor Heat give resources an attribute with this name: reading it raises `AttributeError`.

## What to do
Correct the name; constants for properties are those of `PROPERTIES`.
",
    ),
    error(
        "no-such-property",
        "A handler reads a property that the schema does not have",
        "
## What it means
The name in the message is not in `properties_schema`. `self.properties[...]` raises `KeyError` for it, and `self.properties.get(...)` is always
None.

## What to do
Correct the name, or add the property to the schema.
",
    ),
    error(
        "not-a-library",
        "A file is not a library that can be loaded",
        "
## What it means
The file ends in `.so`, and is no shared library of this system, or not a complete one.

## What to do
Build the plug-in again with `heat-codegen plugin build`, and copy the file that it names.
",
    ),
    error(
        "not-a-module",
        "A library is not a module of Python",
        "
## What it means
The library has no function by which Python would begin to load it.

## What to do
Export the types: `heat_plugin_python::export!(name, [Type])`.
",
    ),
    error(
        "not-imported",
        "A type or a plug-in cannot be imported",
        "
## What it means
Of `import`: the type is left as it is, because its file has errors or cannot be written. Of `plugin check`: Python fails to import the
module. An engine of Heat with it would not start.

## What to do
The message has the reason, and the notes have what Python said.
",
    ),
    error(
        "not-judged",
        "A type cannot be judged by Heat's contract",
        "
## What it means
`plugin test` reads the class of the type, and something about it is so unusual that one of its checks failed: a schema that is no map, for
example. The other checks were made.

## What to do
The message has the error of Python. If the class is as Heat expects it, this is a mistake of `plugin test`.
",
    ),
    error(
        "nothing-registered",
        "A plug-in registers no types and no constraints",
        "
## What it means
Heat asks a module for `resource_mapping()` and `constraint_mapping()`, and both gave nothing.

## What to do
Return the types from these functions; in Rust, list them in `heat_plugin_python::export!`.
",
    ),
    Message {
        id: "omitted-findings",
        severity: "note",
        summary: "There are more findings than those that are listed",
        page: "
## What it means
A text for people and an editor list at most 1,000 findings of one rule in a file, and a report of any form at most 1,000 of
Heat's errors in a template: nobody reads the second thousand. This counts the others.

## What to do
Fix the first findings, and check again. `heat-codegen validate --statistics` counts the findings of each rule.
",
    },
    error(
        "open-expectation",
        "An expectation depends on a value that is not known",
        "
## What it means
The value comes from an attribute or the ID of a resource, or from a parameter without a value. It is only known in a cloud, so the
expectation is neither met nor not met, and the case fails.

## What to do
Add what the cloud would answer under `answers` of the case or of the file, or a value of the parameter.
",
    ),
    error(
        "other-processor",
        "A library is for another processor",
        "
## What it means
The library was built for a processor that this machine does not have. Python cannot load it.

## What to do
Build it where Heat runs, or for that target.
",
    ),
    error(
        "partly-registered",
        "A plug-in logged errors when it was loaded",
        "
## What it means
Heat loads the plug-in, and something in it failed: types or constraints are missing.

## What to do
The notes have what was logged.
",
    ),
    error(
        "poll-never-ends",
        "A poll never ends",
        "
## What it means
Heat calls `check_..._complete` until it returns a value that is true. This one never does: a `return` is missing, for example. The action
runs until the stack times out.

## What to do
Return whether the service has finished.
",
    ),
    Message {
        id: "poll-without-handler",
        severity: "warning",
        summary: "Heat never calls a method that waits",
        page: "
## What it means
Heat calls `check_create_complete` and its like with what the handler of the same action has returned. Without that handler it does not call
them.

## What to do
Write the handler, or remove the method.
",
    },
    error(
        "rule-example",
        "An example of a rule does not show what the rule does",
        "
## What it means
`rules --check` runs each rule on its examples: it has to report `example`, and must not report `use_instead`; Heat has to accept both.

## What to do
Correct the rule or its example.
",
    ),
    error(
        "schema-difference",
        "A plug-in and its schema differ",
        "
## What it means
What Heat says of a type of the plug-in is not what its schema file says. The notes list the differences.

## What to do
Build the plug-in again if its schema has changed; or change the schema if the plug-in is right.
",
    ),
    error(
        "snapshot-differs",
        "A stack differs from its snapshot",
        "
## What it means
The resolved stack of a case is not the one in the file with its snapshots, or the file has none, or one that belongs to no case.

## What to do
If the stack is right, run `heat-codegen test --update`.
",
    ),
    Message {
        id: "stand-in",
        severity: "warning",
        summary: "A fact rests on a library that is not installed",
        page: "
## What it means
The plug-in was read with `--stub`, and the value is one of the library that a stand-in replaced. The fact is left out; everything else
of the type is as with the library.

## What to do
Install the library if the fact matters, or write it into the schema.
",
    },
    error(
        "step-hangs",
        "A handler does not end",
        "
## What it means
The handler in the message did not end within its time, without asking any service. An engine would wait for it, too.

## What to do
Return from the handler, and wait in `check_..._complete`, which Heat calls again and again.
",
    ),
    error(
        "template",
        "A template of the site's pages fails",
        "
## What it means
A file in the folder of `--html-templates` is not a template of Tera, or uses something that its page does not have.

## What to do
The message has the file and the place. Compare the file with the built-in one of the same name: a release can rename what it gives to
templates, and the changelog says so.
",
    ),
    Message {
        id: "type-replaced",
        severity: "warning",
        summary: "A plug-in replaces a type that Heat has already",
        page: "
## What it means
The plug-in registers a type under the name of one of Heat's own, or of another module. Heat uses the plug-in's class for all stacks,
those that exist too.

## What to do
Give the type a name of its own. If the replacement is meant, nothing has to be done.
",
    },
    error(
        "unexpected-acceptance",
        "Heat accepts what a case expects to be refused",
        "
## What it means
The case has `refused`, and Heat creates the stack, or makes the update.

## What to do
Remove `refused`, or correct the template or the parameters of the case.
",
    ),
    error(
        "unexpected-refusal",
        "Heat refuses the stack of a case",
        "
## What it means
Heat refuses the stack or the update, and the case expects no refusal, or one with another exception or message.

## What to do
Correct the template or the parameters of the case; if the refusal is right, expect it with `refused`.
",
    ),
    Message {
        id: "unknown-dependencies",
        severity: "warning",
        summary: "A class adds dependencies in its code",
        page: "
## What it means
Heat asks the class of the type which resources it depends on beside those that its template names. `import` cannot read that from code.

## What to do
Read its `add_dependencies`, and write them under `dependencies_by_value`.
",
    },
    error(
        "unknown-enabled-rule",
        "The settings switch on a rule that does not exist",
        "
## What it means
`heat-codegen.yaml` names a rule under `enable`, and there is none with this id, or it is one of Heat's refusals.

## What to do
The help of the error has the id that was probably meant. `heat-codegen rules` marks the rules that are off by default.
",
    ),
    Message {
        id: "unknown-fact",
        severity: "warning",
        summary: "Unknown key in Heat's facts",
        page: "
## What it means
The answer of an installed Heat has a key that `import` does not know. It is ignored.

## What to do
A newer release of this program may know it.
",
    },
    error(
        "unknown-method",
        "A plug-in calls a method that its class does not have",
        "
## What it means
A handler calls a method of `self` that neither the class nor its bases have, and that no method of the plug-in assigns. Earlier releases of
Heat may have had it.

## What to do
Call what has replaced it, or define the method.
",
    ),
    error(
        "unknown-name",
        "A plug-in uses a name that is not defined",
        "
## What it means
A method uses a global name that its module neither defines nor imports. Python notices that when the method runs: the resource fails then.

## What to do
Import or define the name.
",
    ),
    error(
        "unmet-expectation",
        "An expectation of a case is not met",
        "
## What it means
The stack, or the plan of the update, is not as the case expects. The notes say what was found.

## What to do
Correct the template, or the expectation.
",
    ),
    error(
        "unordered-releases",
        "The record of earlier releases is out of order",
        "
## What it means
`past.yaml` has the schemas of earlier releases, the newest one first, and a release stands below an older one.

## What to do
Record it again with `heat-codegen history`; nobody writes it by hand.
",
    ),
    error(
        "unreadable-schema",
        "A schema of an earlier release cannot be read",
        "
## What it means
The record of earlier releases, `past.yaml`, does not fit the schemas of today.

## What to do
Record it again with `heat-codegen history`.
",
    ),
    Message {
        id: "unused-allowance",
        severity: "warning",
        summary: "An accepted change matches no finding",
        page: "
## What it means
The entry in `schema-diff.yaml` was added with this change, and `diff` finds nothing that it accepts.

## What to do
Correct the entry, or remove it: the fingerprint of a finding changes when its facts change.
",
    },
    error(
        "unwritable",
        "A page of the site cannot be written",
        "
## What it means
The folder of the site, or a file in it, cannot be written. Nothing was published: the site is as it was before.

## What to do
Check the permissions and the space of the folder that `--out` names, or name another one.
",
    ),
    error(
        "unwritable-file",
        "A schema file cannot be written",
        "
## What it means
`import` could not write or remove a file. The message has the reason; a symbolic link that leads out of the catalogue is never followed.

## What to do
Check the permissions of the folder, or remove the link.
",
    ),
    Message {
        id: "update-ignored",
        severity: "warning",
        summary: "An update ignores a changed property",
        page: "
## What it means
The schema permits updates of the property, and a change of it was accepted. `handle_update` neither read it nor passed all changes on, and no
other handler than `handle_create` reads it: nothing happens, and Heat reports that the resource was updated.

## What to do
Pass the new value to the service in `handle_update`, or remove `update_allowed`: Heat then replaces the resource.
",
    },
    Message {
        id: "update-not-handled",
        severity: "warning",
        summary: "A type has updatable properties and no `handle_update`",
        page: "
## What it means
The schema permits updates of the properties in the message, and the class has no `handle_update`: Heat then replaces the resource when one
of them changes, as for properties that cannot be updated.

## What to do
Write `handle_update(self, json_snippet, tmpl_diff, prop_diff)`, or remove `update_allowed`.
",
    },
    error(
        "validate-without-base",
        "A `validate` leaves out that of its base class",
        "
## What it means
Heat's own `validate` checks the properties of a resource against their schema. The class replaces it and does not call it, so invalid values
get as far as the handlers.

## What to do
Begin the method with `super().validate()`.
",
    ),
];

#[cfg(test)]
mod tests {
    use heat_report::RuleSet;

    use super::*;

    #[test]
    fn messages_are_sorted_and_no_rules() {
        assert!(MESSAGES.is_sorted_by(|left, right| left.id < right.id));
        for id in ids() {
            assert!(RuleSet::ALL.into_iter().all(|set| heat_rules::rule(set, id).is_none()), "{id}");
        }
    }

    #[test]
    fn every_message_says_what_to_do() {
        for message in MESSAGES {
            for part in ["## What it means", "## What to do"] {
                assert!(message.page.contains(part), "{}: {part}", message.id);
            }
            assert!(!message.summary.ends_with('.'), "{}", message.id);
        }
    }
}
