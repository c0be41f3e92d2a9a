"""Which values a service takes only once: two resources of a type, with the same value of a property, or of all properties."""

from . import inputs_real_services
from . import outcomes
from . import real_services
from . import real_updates

# The property under test where both resources have the same properties.
ALL = '*'
# What no service wants to be different, and what needs more than its line in a table.
NEVER = {'description', 'size', 'ttl', 'tenant_id', 'availability_zone_hints', 'value_specs', 'prefixlen', 'segment'}
# What a resource is made below: the same value may be taken once below each.
KINDS = tuple(f'{kind}-' for kind in inputs_real_services.FIXTURES)


def inputs(folder):
    """Pairs of each type that runs here."""
    for service, version, written in real_updates.types_that_run(folder):
        seen = []
        for name, first, second in pairs(written):
            one = {'type': written['type'], 'property': name, 'first': first, 'second': second,
                   'service': version}
            if one not in seen:
                seen.append(one)
                yield service, one


def pairs(written):
    """Property, and properties of two resources."""
    maker = inputs_real_services.Maker(written)
    yield ALL, maker.base, maker.base
    for name, one in maker.written.items():
        if is_never_taken(maker.type_name, name, one):
            continue
        values = maker.values((name,), one)
        if not values:
            continue
        around = inputs_real_services.AROUND.get((maker.type_name, name), {})
        for more in around if isinstance(around, list) else [around]:
            base = {key: value for key, value in {**maker.base, **more, name: maker.base.get(name, values[0])}.items() if value is not None}
            # Below the same things, and below others.
            for is_below_same in (True, False):
                yield name, base, {key: value if key == name else other(maker, key, value, is_below_same) for key, value in base.items()}


def is_never_taken(type_name, name, written):
    """Whether no service would ask that only one resource has a value."""
    if type_name.endswith('::Quota') and name != 'project' or written['type'] == 'map' and not written.get('schema'):
        return True
    return name in NEVER or written['type'] == 'boolean' or inputs_real_services.is_hidden(written) or is_choice(written)


def is_choice(written):
    return any('allowed_values' in one for one in written.get('constraints', ()))


def other(maker, name, value, is_below_same):
    """Another value of a property than the first resource has, if there is one that goes with the rest."""
    one = maker.written[name]
    if one['type'] in ('boolean', 'map', 'list') or is_choice(one) or (maker.type_name, name) in inputs_real_services.BOUND:
        return value
    if isinstance(value, str) and value.startswith(KINDS):
        return value if is_below_same else value[:-1] + '2'
    return next((each for each in maker.values((name,), one) if each != value), value)


def of_pair(given):
    """What a service makes of the second of two resources."""
    one = real_updates.recorder()
    with one.cloud.used():
        for _ in range(real_updates.ATTEMPTS):
            first = one.made(given, given['first'])
            since = len(one.cloud.requests)
            output, second = made_or_refused(one, given)
            failed = one.failed(since)
            if second is not None:
                one.delete(second)
            one.delete(first)
            if not failed:
                break
        if 'made' not in output and not one.is_created(given['type'], given['second']):
            one.leave_out(given, given['second'], 'neither is the second made alone')
            raise outcomes.NotOne
    return output


def made_or_refused(recorder, given):
    since = len(recorder.cloud.requests)
    try:
        # With a number of its own, its generated name differs.
        return {'made': True}, real_services.created(given['type'], recorder.fixtures.filled(given['second']), 2)
    except Exception as error:
        return recorder.refusal(error, since, {}), None
