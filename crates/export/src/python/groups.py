def _is_given(data, path):
    """Return whether data of properties have a value at a path.

    A value that is not known yet counts.
    """
    try:
        value = function.resolve(data.get(path[0]), nullable=True)
    except Exception:
        # Validation reports what is wrong with it.
        return True
    waits = any(
        res.action == res.INIT
        for res in function.dependencies(data.get(path[0]))
    )

    def leads_to_value(value, path):
        if value is None or value is Ellipsis:
            return waits and value is None
        if isinstance(value, list):
            return any(leads_to_value(item, path) for item in value)
        if not path:
            return True
        if not isinstance(value, dict):
            return False
        return path[0] in value and leads_to_value(value[path[0]], path[1:])

    return leads_to_value(value, path[1:])


def _standing(group, is_given):
    """Return whether anything of a properties group is given.

    None if it is given in a way that the group does not allow.
    """
    ((operator, members),) = group.items()
    found = [
        _standing(each, is_given) if isinstance(each, dict) else is_given(each)
        for each in members
    ]
    if None in found:
        return None
    if operator == properties_group.AND and len(set(found)) > 1:
        return None
    if operator == properties_group.XOR and sum(found) > 1:
        return None
    return any(found)


def _meets(props, group, moved):
    """Return whether properties meet a properties group.

    Those in `moved` are values of others: paths of both, joined by dots.
    """

    def is_given(path):
        others = moved.get(".".join(path), [])
        return any(_is_given(props.data, each) for each in [path, *others])

    standing = _standing(group.schema, is_given)
    return standing or (
        standing is False and properties_group.AND in group.schema
    )
