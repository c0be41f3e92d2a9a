"""Make values of properties from their schema: values that Heat itself accepts."""

import re

try:
    from re import _parser as sre_parse
except ImportError:  # before Python 3.11
    import sre_parse

UUID = "1b4e28ba-2fa1-41d2-883f-0016d3cca427"
OTHER_UUID = "6fa459ea-ee8a-4ca4-894e-db77e160355e"

# Texts, the plain ones first: the first that Heat accepts is used. Most others are in the form that a custom constraint of Heat wants.
TEXTS = ("thing", "other", UUID, OTHER_UUID, "10.0.0.0/24", "10.1.0.0/24", "10.0.0.5", "10.0.0.6", "2001:db8::/64", "2001:db8::5",
         "2001:db8::6", "fa:16:3e:00:00:01", "fa:16:3e:00:00:02", "example.com.", "example.org.", "www.example.com",
         "mail.example.com", "http://example.com/a", "http://example.com/b", "https://example.com/a", "2030-01-01T00:00:00Z",
         "2031-01-01T00:00:00Z", "2030-01-01 00:00", "2031-01-01 00:00", "0 0 * * *", "0 1 * * *", "Europe/Berlin", "UTC", "8", "9",
         "1", "2", "{}", "{\"a\": 1}", "admin@example.com", "info@example.com", "PT1M", "PT2M", "true", "false", "a" * 32, "b" * 32,
         "heat_template_version: 2018-08-31", "heat_template_version: 2021-04-16")
NUMBERS = (1, 2, 8, 16, 80, 443, 0, 60, 120, 1500, 9000, 100, 1000, 5, 24, 3600, -1)


def as_list(schema):
    """Return what a nested schema is for each item or key."""
    return dict(schema) if schema is not None else {}


def of_pattern(pattern, other=False):
    """Return a text that a regular expression matches, if it is a plain one."""
    try:
        return "".join(of_tokens(sre_parse.parse(pattern), other))
    except Exception:
        return None


def of_tokens(tokens, other):
    """Yield the parts of a text: of alternatives the first one, or the last one."""
    at = -1 if other else 0
    for kind, value in tokens:
        name = str(kind)
        if name == "LITERAL":
            yield chr(value)
        elif name == "NOT_LITERAL":
            yield "b" if value == ord("a") else "a"
        elif name == "ANY":
            yield "b" if other else "a"
        elif name == "IN":
            yield of_set(value, at)
        elif name in ("MAX_REPEAT", "MIN_REPEAT"):
            low, high, inner = value
            for _ in range(max(low, min(1, int(high)))):
                yield from of_tokens(inner, other)
        elif name == "SUBPATTERN":
            yield from of_tokens(value[-1], other)
        elif name == "BRANCH":
            yield from of_tokens(value[1][at], other)
        elif name != "AT":
            raise ValueError(name)


def of_set(items, at):
    """Return a character of a set."""
    if str(items[0][0]) == "NEGATE":
        refused = re.compile("[{}]".format(re.escape("".join(chr(v) for k, v in items[1:] if str(k) == "LITERAL")) or "\0"))
        return [letter for letter in "abz09-" if not refused.match(letter)][at]
    kind, value = items[at]
    if str(kind) == "RANGE":
        return chr(value[at])
    if str(kind) == "CATEGORY":
        return {"CATEGORY_DIGIT": "59", "CATEGORY_WORD": "ab", "CATEGORY_SPACE": "  "}[str(value)][at]
    return chr(value)


class Maker:
    """Makes values that are valid for Heat."""

    def __init__(self, context, full):
        self.context = context
        # Whether optional keys of maps have values.
        self.full = full

    def values(self, name, schema, most=2):
        """Return different values of a property that Heat accepts, or fewer."""
        from heat.engine import properties

        found = []
        try:
            schema = properties.Schema.from_legacy(schema) if isinstance(schema, dict) else schema
            wanted = properties.Property(schema, name, self.context)
            for value in self.candidates(name, schema):
                if self.accepts(wanted, value) and value not in found:
                    found.append(value)
                if len(found) == most:
                    break
        except RecursionError:
            pass
        return found

    def accepts(self, wanted, value):
        try:
            wanted.get_value(value, True)
            return True
        except Exception:
            return False

    def candidates(self, name, schema):
        """Yield values in the form of a type, which may be outside of its constraints."""
        yield from self.constrained(schema)
        kind = schema.type
        if kind == schema.BOOLEAN:
            yield from (not schema.default, bool(schema.default)) if schema.default is not None else (True, False)
        elif kind in (schema.INTEGER, schema.NUMBER):
            yield from NUMBERS
        elif kind == schema.STRING:
            yield from self.texts(name, schema)
        elif kind == schema.MAP:
            yield from self.maps(schema)
        elif kind == schema.LIST:
            yield from self.lists(name, schema)
        else:
            yield from ("thing", "other", {"a": "b"}, ["a"])

    def constrained(self, schema):
        """Yield the values that constraints name."""
        for constraint in schema.constraints or ():
            kind = type(constraint).__name__
            if kind == "AllowedValues":
                allowed = list(constraint.allowed)
                # A change from what is so already would be none.
                yield from [each for each in allowed if each != schema.default] + allowed
            elif kind == "AllowedPattern":
                for other in (False, True):
                    text = of_pattern(constraint.pattern, other)
                    if text is not None:
                        yield text
            elif kind == "Range":
                low, high = constraint.min, constraint.max
                near = [low, low + 1 if low is not None else None, high - 1 if high is not None else None, high]
                yield from (each for each in near if each is not None)
            elif kind == "Length" and schema.type == schema.STRING and (constraint.min or 0) > 5:
                yield "a" * constraint.min
                yield "b" * constraint.min

    def texts(self, name, schema):
        # Whatever names a time, an address or a network is in this form more often than in another.
        hints = (("cidr", ("10.0.0.0/24", "10.1.0.0/24")), ("ip", ("10.0.0.5", "10.0.0.6")), ("url", TEXTS[17:19]),
                 ("mac", TEXTS[11:13]), ("time", TEXTS[20:22]), ("_id", (UUID, OTHER_UUID)))
        for part, values in hints:
            if re.search(r"(^|_){}(_|s?$)".format(part.strip("_")), str(name)):
                yield from values
        yield from TEXTS

    def maps(self, schema):
        keys = as_list(schema.schema)
        if not keys:
            yield from ({"a": "b"}, {"a": "c"}, {})
            return
        first, second = {}, {}
        for key, inner in keys.items():
            if not usable(inner) or not (inner.required or self.full):
                continue
            values = self.values(key, inner)
            if values:
                first[key], second[key] = values[0], values[-1]
        # Keys can exclude each other: then only those that have to be there, or one of the others.
        required = {key: first[key] for key, inner in keys.items() if inner.required and key in first}
        yield first
        yield second
        yield required
        for key, inner in keys.items():
            values = self.values(key, inner) if usable(inner) else ()
            for value in values:
                yield dict(required, **{key: value})

    def lists(self, name, schema):
        inner = as_list(schema.schema)
        least = max([each.min or 0 for each in schema.constraints or () if type(each).__name__ == "Length"] + [1])
        items = self.values(name, inner["*"], 4) if "*" in inner else ["thing", "other"]
        if not items:
            yield []
            return
        yield [items[index % len(items)] for index in range(least)]
        yield [items[-1 - index % len(items)] for index in range(least)]
        yield items[:2]
        yield []


def usable(schema):
    """Return whether new templates use a property."""
    from heat.engine import support

    status = schema.support_status
    return schema.implemented and not (status and status.status in (support.HIDDEN, support.UNSUPPORTED))
