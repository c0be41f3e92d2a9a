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
