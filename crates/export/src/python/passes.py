def _passes(value, test, argument):
    """Return whether a value passes a test of its range, length, parts or network."""
    import ipaddress

    if test == "contains":
        if isinstance(value, str):
            return isinstance(argument, str) and argument in value
        return isinstance(value, (list, dict)) and argument in value
    if test == "within":
        try:
            inner, outer = (ipaddress.ip_network(text, strict=False) for text in (value, argument))
            return inner.version == outer.version and inner.subnet_of(outer)
        except (TypeError, ValueError):
            return False
    if test == "length":
        number = len(value) if isinstance(value, (str, list, dict)) else None
    else:
        try:
            number = None if isinstance(value, bool) else float(value)
        except (TypeError, ValueError):
            number = None
    least, most = argument
    return number is not None and (least is None or number >= least) and (most is None or number <= most)
