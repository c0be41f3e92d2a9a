"""Stacks in the database of a process that has set Heat up."""

from __future__ import annotations

from typing import Any


def stored_stack(name: str, type_name: str, user: Any = None, **properties: Any) -> Any:
    """A stack of one resource, `one`, in the database; a resource only has a weak reference to it. The user is a context of Heat."""
    from heat.common import context
    from heat.engine import environment, stack, template

    document = {'heat_template_version': '2021-04-16', 'resources': {'one': {'type': type_name, 'properties': properties}}}
    parsed = template.Template(document, env=environment.Environment())
    user = user or context.RequestContext(user_id='admin', project_id='admin', username='admin', password='admin', is_admin=True)
    stored = stack.Stack(user, name, parsed)
    stored.store()
    return stored
