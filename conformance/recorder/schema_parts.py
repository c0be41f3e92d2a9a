"""Makes parts of schemas: a value for every key of the schema language, such as a plug-in's author would write."""

import copy

from .schema_language import ABSENT, FREE_FORMS, NotHere, single_keys

TYPES = ['string', 'integer', 'number', 'boolean', 'map', 'list', 'any']
PATTERNS = ['[a-z]+', '[a-zA-Z0-9]*', r'\d+', '[0-9]{1,3}', 'a.*', '^[a-z]*$', r'[\w.-]{1,5}', '(a|b|abc)', r'-?[0-9]+(\.[0-9]+)?', '.*']
LISTS = {
    'string': [['a', 'b'], ['a', 'abc', '5'], ['true', 'false'], ['5', '1.0', 'a', 'abc', '']],
    'integer': [[0, 1, 5], [1, 2], [0, 1, 2, 5, 100], [-1]],
    'number': [[0, 1.5], [1, 2, 5], [0.1, 0, 1, 1.5, 2]],
    'boolean': [[True], [False], [True, False]],
    'list': [['a', 'b'], ['a', 'abc', 'b', '']],
}
RANGES = [{'min': 0}, {'max': 100}, {'min': 0, 'max': 5}, {'min': 1, 'max': 50}, {'min': -10}, {'min': 0.5}, {'max': 1.5}, {'min': 5, 'max': 5}]
LENGTHS = [{'min': 0}, {'min': 1}, {'max': 3}, {'max': 255}, {'min': 1, 'max': 30}, {'min': 0, 'max': 1}, {'min': 2}]
MODULOS = [{'step': 1, 'offset': 0}, {'step': 2, 'offset': 0}, {'step': 5, 'offset': 0}, {'step': 10, 'offset': 0}, {'step': 2, 'offset': 1}]
CUSTOM = ['ip_addr', 'net_cidr', 'ip_or_cidr', 'dns_name', 'dns_domain', 'mac_addr', 'json_string', 'cron_expression', 'nova.flavor']
FITTING = {
    'string': ['length', 'allowed_values', 'allowed_pattern', 'custom_constraint'], 'integer': ['range', 'modulo', 'allowed_values'],
    'number': ['range', 'modulo', 'allowed_values'], 'boolean': ['allowed_values'], 'list': ['length', 'allowed_values'],
    'map': ['length'], 'any': [],
}
DEFAULTS = {
    'string': ['a', 'abc', '5', 'true', ''], 'integer': [0, 1, 5, 100], 'number': [0, 1.5, 5], 'boolean': [True, False],
    'list': [[], ['a']], 'map': [{}, {'a': 1}], 'any': ['a', 5, {}],
}
OF_FORM = {'text': ['a', 'b', '5', ''], 'integer': [0, 1, 5], 'number': [0.5, 1.5], 'boolean': [True, False], 'list': [['a'], []],
           'map': [{}, {'a': 1}, {'get_property': 'a'}]}
TEXTS = {
    'description': ['A text.', 'Another text.'], 'message': ['Use another.'], 'exception': ['ResourcePropertyConflict', 'NotSupported'], 'title': ['An example'], 'reason': ['It is right.'],
    'template': ['heat_template_version: 2021-04-16\nresources: {}\n'], 'version': ['2013.1', '27.0.0', '5.0.0'],
    'substitute_class': ['OS::Nova::Server', 'OS::Heat::Value'], 'keywords': ['vm', 'machine'], 'default_client_name': ['nova', 'neutron'],
    'entity': ['servers', 'server_group', 'network'], 'required_service_extension': ['router', 'qos'], 'python_class': ['plugin.Token'],
    'no_signal_actions': ['SUSPEND', 'DELETE', 'CREATE'], 'client_plugin': ['nova', 'keystone'], 'versions': ['1.2', '2'],
    'finder': ['find_flavor', 'find_other'], 'rule': ['unused-parameter'], 'path': ['properties.a'],
    'type.type': ['OS::Nova::Server', 'My::Custom::Token'], 'value_dependency.type': ['OS::Neutron::Subnet'],
    'needs_first.type': ['OS::Nova::Server'], 'value_dependency.of': ['OS::Neutron::Router'], 'custom_constraint': CUSTOM, 'allowed_pattern': PATTERNS,
    'or_property': ['a', 'other'], 'or_equals': ['a', 'other'], 'if_cloud': ['the server has a floating IP', 'its network is shared'], 'pattern': PATTERNS,
    'as': ['device', 'attachment'], 'get_resource': ['Its name.'], 'list': ['server list'], 'show': ['server show ID'], 'none': ['It exists only in Heat.'], 'what': ['the data', 'the address'], 'when_replaced': ['the address changes'], 'by': ['nova', 'neutron'], 'since': ['2025.1'], 'until': ['2026.1'],
    'within': ['10.0.0.0/8', '2001:db8::/32'],
}
NUMBERS = {'physical_resource_name_limit': [1, 63, 255], 'min': [0, 1, 5, -10], 'max': [1, 5, 100, 255], 'step': [1, 2, 5], 'offset': [0, 1],
           'operand': [0, 1, 10], 'bounds': [0, 1, 2]}
FRACTIONS = {'min': [0.5, 1.5], 'max': [1.5, 99.5], 'bounds': [0.5]}
DEEPEST = 4


class Parts:
    """Generates parts of a schema from a random source."""

    def __init__(self, random, language):
        self.random, self.language = random, language

    def chance(self, probability):
        return self.random.random() < probability

    def one(self, items):
        items = list(items)
        if not items:
            raise NotHere
        return copy.deepcopy(self.random.choice(items))

    # By the language.

    def make(self, node, spot, schema, around, depth=0, form=None):
        """A value for a node of the language, in one of its forms."""
        node, name = self.language.node(node)
        spot = name or spot
        form = form or self.one(self.language.forms(node))
        if name == 'property' and depth < 2 and self.chance(0.8):
            return self.generated(depth)
        if name == 'constraint' and self.chance(0.8):
            return self.constraint(around.get('member', {}).get('type', 'string'))
        if name == 'path':
            return self.path(schema)
        if 'anyOf' in node:
            index = int(form.split(' ')[1])
            # The last branches nest.
            return self.make(node['anyOf'][index if depth < DEEPEST else 0], spot, schema, around, depth + 1)
        if 'enum' in node:
            return next(each for each in node['enum'] if str(each) == form)
        kind = node.get('type')
        if kind is None:
            return self.free(spot, form, around)
        if kind == 'boolean':
            return form == 'True'
        if kind == 'string':
            return self.text(spot, schema, around)
        if kind in ('integer', 'number'):
            key = spot.rsplit('.', 1)[-1]
            return self.one(FRACTIONS[key] if form == 'number' else NUMBERS[key])
        if kind == 'array':
            least = max(node.get('minItems', 0), form != 'empty')
            count = least if depth >= DEEPEST else self.random.choice([least, least + 1]) if least else 0
            return [self.make(node['items'], f'{spot}.ITEM', schema, around, depth + 1) if 'items' in node
                    else self.free(f'{spot}.ITEM', self.one(FREE_FORMS), around) for _ in range(count)]
        if 'properties' not in node:
            return {name: self.make(node['additionalProperties'], f'{spot}.NAME', schema, around, depth + 1) for name in ['x', 'y'][:self.random.randint(0, 2)]}
        return self.object(node, spot, schema, around, depth)

    def object(self, node, spot, schema, around, depth):
        keys = set(node.get('required', ()))
        keys.update(key for key in node['properties'] if key not in keys and self.chance(0.25) and depth < DEEPEST)
        single = single_keys(node)
        if single:
            keys = (keys - set(single)) | {self.one(single)}
        made = {}
        for key in node['properties']:
            if key in keys:
                made[key] = self.make(node['properties'][key], f'{spot}.{key}', schema, around, depth + 1)
        return made

    def text(self, spot, schema, around):
        if spot in TEXTS:
            return self.one(TEXTS[spot])
        key = spot.replace('.ITEM', '').rsplit('.', 1)[-1]
        if key in ('with', 'fields', 'properties'):
            return self.one(list(schema.get('properties') or {}) or ['a'])
        if spot in ('translation_rule.value_name', 'translation_rule.when.property'):
            rule = around.get('rule', {}).get('translation_path', [])
            beside = siblings(schema, rule if key == 'value_name' else [])
            return self.one(beside or ['a'])
        if spot == 'translation_rule.entity':
            return self.one(['network', 'port'])
        return self.one(TEXTS[key])

    def free(self, spot, form, around):
        """A value without a type in the language."""
        kind = around.get('member', {}).get('type')
        if spot == 'property.default' and kind and self.chance(0.7):
            fitting = [value for value in DEFAULTS[kind] if form_of_free(value) == form]
            return self.one(fitting or OF_FORM[form])
        if spot in ('property.default', 'attribute.example', 'translation_rule.value') or spot.endswith(('.ITEM', '.in', '.not_in', '.equals', '.contains')):
            return self.one(OF_FORM[form])
        raise KeyError(spot)

    # What authors write.

    def generated(self, depth=0):
        kind = self.one(TYPES if depth < 2 else TYPES[:4])
        made = {'type': kind}
        if kind == 'map' and self.chance(0.7):
            made['schema'] = {name: self.generated(depth + 1) for name in ['x', 'y', 'z'][:self.random.randint(1, 3)]}
        if kind == 'list' and self.chance(0.7):
            made['schema'] = {'*': self.generated(depth + 1)}
        if self.chance(0.5) and FITTING[kind]:
            made['constraints'] = [self.constraint(kind)]
        if self.chance(0.3):
            made['default'] = self.one(DEFAULTS[kind])
        if self.chance(0.4):
            made['update_allowed'] = True
        return made

    def constraint(self, kind):
        name = self.one(FITTING[kind])
        pool = {'range': RANGES, 'length': LENGTHS, 'modulo': MODULOS, 'allowed_values': LISTS.get(kind),
                'allowed_pattern': PATTERNS, 'custom_constraint': CUSTOM}[name]
        return {name: self.one(pool)}

    def path(self, schema):
        """The path of a property or a field; the items of lists have no step."""
        paths = []

        def walk(members, path):
            for name, member in members.items():
                here = path if name == '*' else [*path, name]
                paths.append(here)
                walk(member.get('schema') or {}, here)
        walk(schema.get('properties') or {}, [])
        tops = [path for path in paths if len(path) == 1]
        return self.one((tops if self.chance(0.6) else paths) or [['a']])

    # Edits.

    def one_site(self, schema, weigh=lambda spot, place: 1):
        """A site of a schema: every key in every place is as likely as its weight says, however often it stands there."""
        by_key = {}
        for site in self.language.sites(schema):
            by_key.setdefault((site.spot, site.place), []).append(site)
        keys = list(by_key)
        weights = [weigh(*key) for key in keys]
        return self.random.choice(by_key[self.random.choices(keys, weights)[0]])

    def edit_to(self, schema, site):
        """Changes what stands at a site, adds something, or removes it. The key, its place, and its new form."""
        whole = site.around.get('object', {})
        can_go = site.sort != 'key' or site.step not in [*whole.get('required', ()), *single_keys(whole)]
        if site.sort == 'item' and site.is_there:
            can_go = len(site.container) > site.around['list'].get('minItems', 0)
        forms = self.language.forms(site.node)
        form = ABSENT if site.is_there and can_go and self.chance(0.3) else self.one(forms)
        if form == ABSENT:
            del site.container[site.step]
            return site.spot, site.place, form
        made = self.make(site.node, site.spot, schema, site.around, form=form)
        if site.sort == 'entry' and site.step is None:
            site.container['added'] = made
        elif site.sort == 'item' and site.step is None:
            site.container.insert(self.random.randint(0, len(site.container)), made)
        else:
            single = single_keys(whole) if site.sort == 'key' else []
            for key in single if site.step in single else ():
                site.container.pop(key, None)
            site.container[site.step] = made
        return site.spot, site.place, self.language.form_of(site.node, made)

    def move(self, site):
        """Another order of what stands in a list or a map."""
        container = site.container
        if len(container) < 2:
            raise NotHere
        if isinstance(container, list):
            one, other = self.random.sample(range(len(container)), 2)
            container[one], container[other] = container[other], container[one]
        else:
            entries = list(container.items())
            self.random.shuffle(entries)
            container.clear()
            container.update(entries)


def siblings(schema, path):
    """The names next to a property."""
    members = schema.get('properties') or {}
    for step in path[:-1]:
        while '*' in members:
            members = members['*'].get('schema') or {}
        members = (members.get(step) or {}).get('schema') or {}
    while '*' in members:
        members = members['*'].get('schema') or {}
    return [name for name in members if name != (path[-1] if path else None)]


def form_of_free(value):
    return {str: 'text', bool: 'boolean', int: 'integer', float: 'number', list: 'list', dict: 'map'}[type(value)]
