"""Random lives of a resource."""

import copy

from . import life_cycle_scripts as scripts

HANDLERS = {'create': scripts.CREATED['handle_create'], 'update': [{}], 'delete': [{}], 'suspend': [{}], 'resume': [{}], 'check': [{}],
            'snapshot': [{}], 'delete_snapshot': [{}]}
FAILURES = [scripts.RAISES_ERROR, scripts.IN_ERROR, scripts.CONFLICT, scripts.EXISTS, scripts.NOT_FOUND, scripts.REPLACE]
QUESTIONS = {'needs_replace': [False, False, True], 'needs_replace_failed': [True, False], 'needs_replace_with_prop_diff': [False, True],
             'needs_replace_with_tmpl_diff': [False, False, True]}
STEPS = [['data_set', 'k', 'v'], ['data_set', 's', 'w', True], ['data_delete', 'k'], ['data'], ['resource_id_set', 'id-2'], ['resource_id_set', None], ['metadata_get'],
         ['state'], ['physical_resource_name']]
PROPERTIES = [{'size': 1}, {'size': 2}, {'size': 3}, {'size': '3'}, {'size': 101}, {'size': 'x'}, {'name': 'a'}, {'name': 'b', 'size': 2}, {'fixed': 'f'}, {'tags': ['t']}, {},
              {'unknown': 1}]
BREAKPOINTS = ['pre-create', 'post-create', 'pre-update', 'post-update', 'pre-delete', 'post-delete']
# What passes a breakpoint, if there is one.
PASSES = {'create': 'create', 'update': 'update', 'rollback': 'update', 'restore': 'update', 'delete': 'delete'}
EVENTS = ['update'] * 5 + ['suspend', 'resume', 'check', 'snapshot', 'delete', 'signal', 'restore', 'delete_snapshot', 'rollback', 'attributes', 'clean_up', 'create']


class LifeMaker:
    """Generates inputs of the family `life_cycle`."""

    def __init__(self, maker):
        self.random = maker.random

    def entry(self, of):
        entry = copy.deepcopy(of)
        if self.random.random() < 0.25:
            entry['do'] = self.random.sample(STEPS, self.random.randint(1, 3))
        if self.random.random() < 0.2:
            entry.pop('return', None)
            entry.pop('delay', None)
            entry.update(self.random.choice(FAILURES))
        return entry

    def polls(self):
        """The entries of a completion check, which ends."""
        few = [self.random.choice([{'return': False}, {'return': False}, {'delay': self.random.randint(1, 4)}]) for _ in range(self.random.randint(0, 3))]
        return [self.entry(each) for each in few] + [{'return': True}]

    def hooks(self):
        hooks = {}
        for handler, entries in HANDLERS.items():
            if self.random.random() < 0.7:
                hooks[f'handle_{handler}'] = [self.entry({**self.random.choice(entries), 'return': handler}) for _ in range(self.random.randint(1, 3))]
                if self.random.random() < 0.5:
                    hooks[f'check_{handler}_complete'] = self.polls()
                if self.random.random() < 0.3:
                    hooks[f'handle_{handler}_cancel'] = [self.entry({})]
        for question, answers in QUESTIONS.items():
            if self.random.random() < 0.2:
                hooks[question] = [self.entry({'return': self.random.choice(answers)}) for _ in range(2)]
        for hook in ('prepare_for_replace', 'restore_prev_rsrc', 'handle_signal', 'handle_restore', 'handle_preempt'):
            if self.random.random() < 0.2:
                hooks[hook] = [self.entry({})]
        if self.random.random() < 0.4:
            hooks['_resolve_attribute'] = [self.entry({'return': each}) for each in ('one', None, {'a': 1})]
        return hooks

    def definition(self):
        made = {'properties': dict(self.random.choice(PROPERTIES))}
        if self.random.random() < 0.2:
            made['metadata'] = {'m': self.random.randint(1, 2)}
        if self.random.random() < 0.1:
            made['deletion_policy'] = 'Retain'
        return made

    def event(self, name, engine):
        event = {'do': name}
        if name == 'update':
            event['definition'] = self.definition()
        if name == 'clean_up':
            event['of'] = 1
        if name == 'attributes':
            event['of'] = ['value', 'value', 'odd']
        if name in ('create', 'update', 'delete', 'suspend', 'check') and self.random.random() < 0.2:
            key = self.random.choice(['timeout', 'cancel_at', 'dies_at'])
            event[key] = self.random.randint(0, 4)
        return event

    def other_type(self, made):
        """A type that updates change to, and perhaps back."""
        of_type = {**scripts.OTHER_TYPE, 'is_substituted': self.random.random() < 0.4}
        made['type'] = {**made['type'], 'is_substituted': self.random.random() < 0.5}
        made['other'] = {'type': of_type, 'hooks': self.hooks()}
        for definition in (made['definition'], *(event['definition'] for event in made['events'] if 'definition' in event)):
            if self.random.random() < 0.4:
                definition['type'] = 'other'

    def breakpoints(self, made):
        """Where the environment has the resource wait, and what ends that."""
        made['breakpoints'] = self.random.sample(BREAKPOINTS, self.random.randint(1, 2))
        if self.random.random() < 0.2:
            made['breakpoints'] = made['breakpoints'][0]
        for event in made['events']:
            action = PASSES.get(event['do'])
            if action is None:
                continue
            event.setdefault('timeout', self.random.randint(3, 12))
            event['then'] = {'timeout': self.random.randint(3, 12)}
            waits = [each for each in BREAKPOINTS if each.endswith(action) and each in made['breakpoints']]
            if waits and self.random.random() < 0.7:
                event['meanwhile_at'] = self.random.randint(0, 4)
                others = [{'do': 'signal', 'details': {'unset_hook': self.random.choice([*waits, *waits, *BREAKPOINTS, 'odd'])}}]
                if self.random.random() < 0.3:
                    others.insert(0, {'do': 'attributes', 'of': ['value']})
                event['meanwhile'] = others

    def life(self):
        engine = self.random.choice(['convergence', 'convergence', 'legacy'])
        names = ['create'] + [self.random.choice(EVENTS) for _ in range(self.random.randint(1, 6))]
        events, updates, snapshots = [], 0, 0
        for name in names:
            if name == 'delete' and engine == 'convergence':
                # The stack has no template with the resource then.
                events.append(self.event(name, engine))
                break
            if name == 'rollback' and not updates or name in ('restore', 'delete_snapshot') or name == 'clean_up' and engine == 'legacy':
                continue
            updates += name == 'update'
            events.append(self.event(name, engine))
        for event in events:
            if event['do'] in ('create', 'update', 'delete', 'suspend', 'check', 'snapshot') and self.random.random() < 0.15:
                event['meanwhile_at'] = self.random.randint(0, 3)
                event['meanwhile'] = [self.random.choice([{'do': 'signal', 'details': 'text'}, {'do': 'attributes', 'of': ['value']}])]
        made = scripts.script(events, self.hooks(), engine=engine, definition=self.definition())
        if self.random.random() < 0.2:
            made['config'] = {'action_retry_limit': self.random.randint(0, 2)}
        if self.random.random() < 0.2:
            made['referenced'] = ['value']
        if self.random.random() < 0.1:
            made['restricted_actions'] = self.random.choice(['update', 'replace', ['update', 'replace']])
        if self.random.random() < 0.25 and engine == 'convergence':
            self.other_type(made)
        if self.random.random() < 0.25:
            self.breakpoints(made)
        return made
