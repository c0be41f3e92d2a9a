"""The inputs of the family of software configuration: every config type with every deployment type, for every action."""

import copy
import itertools

ACTIONS = ['CREATE', 'UPDATE', 'SUSPEND', 'RESUME', 'DELETE']
TRANSPORTS = ['CFN_SIGNAL', 'TEMP_URL_SIGNAL', 'HEAT_SIGNAL', 'NO_SIGNAL', 'ZAQAR_SIGNAL']
TYPES = ['String', 'Number', 'CommaDelimitedList', 'Json', 'Boolean']
DEPLOYMENT_TYPES = ['SoftwareDeployment', 'StructuredDeployment']

INPUTS = [
    {'name': 'size', 'type': 'Number', 'default': '5'},
    {'name': 'name', 'description': 'What it is called', 'replace_on_change': True},
    {'name': 'names', 'type': 'CommaDelimitedList', 'default': 'a,b'},
    {'name': 'data', 'type': 'Json', 'default': {'a': [1]}},
    {'name': 'flag', 'type': 'Boolean', 'default': 'true'},
]
OUTPUTS = [{'name': 'result', 'description': 'What came out'}, {'name': 'broken', 'type': 'Json', 'error_output': True}]
MAP_CONFIG = {'plain': 1, 'size': {'get_input': 'size'}, 'deep': [{'a': {'get_input': 'name'}}, {'b': {'get_input': 'nothing'}}],
              'server': {'get_input': 'deploy_server_id'}, 'two': {'get_input': 'size', 'b': 1}, 'list': {'get_input': ['size']},
              'other': {'use': 'size'}, 'text': '{get_input: size}'}
CONFIGS = {
    'SoftwareConfig': {'group': 'script', 'config': '#!/bin/sh\necho $size\n', 'inputs': INPUTS, 'outputs': OUTPUTS,
                       'options': {'verbose': True}},
    'StructuredConfig': {'group': 'json-file', 'config': MAP_CONFIG, 'inputs': INPUTS, 'outputs': OUTPUTS},
    'SoftwareComponent': {'configs': [{'actions': ['CREATE', 'SUSPEND'], 'config': 'first', 'tool': 'script'},
                                      {'actions': ['UPDATE', 'custom'], 'tool': 'ansible'},
                                      {'actions': ['DELETE', 'DELETE'], 'config': 'last', 'tool': 'script'}],
                          'inputs': INPUTS, 'outputs': OUTPUTS, 'options': {}},
}
SIGNALS = [
    {}, None, '', [], {'deploy_status_code': 0}, {'deploy_status_code': '0'}, {'deploy_status_code': 1}, {'deploy_status_code': '1'},
    {'deploy_status_code': None}, {'deploy_status_code': ''}, {'deploy_status_code': '00'}, {'deploy_status_code': 0.0},
    {'deploy_status_code': True}, {'deploy_status_code': False}, {'deploy_status_code': [0]}, {'deploy_status_code': {}},
    {'deploy_status_code': 1.5}, {'deploy_status_code': -1},
    {'deploy_stdout': 'out', 'deploy_stderr': 'err', 'deploy_status_code': 0, 'result': 'r', 'undeclared': 'u'},
    {'result': {'a': ['b', None, True, 1.5, "it's"]}}, {'broken': 'b'}, {'broken': ''}, {'broken': None}, {'broken': {'a': ['b', None]}},
    {'broken': [1, 'x'], 'deploy_status_code': 2, 'deploy_stderr': 'e'}, {'broken': False, 'deploy_status_code': 0},
    ['a'], 'text', 5, True, 0,
]


def resource(kind, properties=None):
    made = {'type': f'OS::Heat::{kind}'}
    return made if properties is None else {**made, 'properties': copy.deepcopy(properties)}


def deployment(kind='SoftwareDeployment', **properties):
    return resource(kind, {'server': 'server-1', **properties})


def config(kind='SoftwareConfig', **properties):
    return resource(kind, {**CONFIGS[kind], **properties})


def signal(details):
    return {'do': 'signal', 'details': details}


def stored():
    """What config resources store: inputs and outputs of all types, with defaults that fit and do not."""
    defaults = ['', 'a', 'a,b', '5', 5, 1.5, 0, True, 'true', 'no', None, [], ['a'], [{'a': 1}], {}, {'a': None}, '{"a": 1}', '[1]']
    for of_type in [None, *TYPES]:
        typed = {} if of_type is None else {'type': of_type}
        yield 'input', {'config': resource('SoftwareConfig', {'inputs': [{'name': 'i', **typed}]})}
        for default in defaults:
            yield 'default', {'config': resource('SoftwareConfig', {'inputs': [{'name': 'i', **typed, 'default': default}]})}
        yield 'output', {'config': resource('StructuredConfig', {'outputs': [{'name': 'o', **typed, 'error_output': 'true'}]})}
    for one in ({'name': 5}, {'name': True}, {'name': 'i', 'description': 5}, {'name': 'i', 'replace_on_change': 'True'},
                {'name': 'i', 'replace_on_change': False}, {'name': ''}, {'name': 'i', 'type': 'String', 'default': 5}):
        yield 'input', {'config': resource('SoftwareConfig', {'inputs': [one, {'name': 'other'}]})}
    for options in ({}, {'a': 1}, None):
        yield 'options', {'config': resource('SoftwareConfig', {'options': options})}
    for group in ('', 'script', None, 'component'):
        yield 'group', {'config': resource('StructuredConfig', {'group': group, 'config': {'a': 1}})}
    for configs in ([{'tool': 't'}], [{'tool': 't', 'config': ''}, {'tool': '', 'actions': ['X']}], [{'tool': 5, 'actions': [5, True]}],
                    [{'tool': 't', 'config': None, 'actions': None}]):
        yield 'component', {'config': resource('SoftwareComponent', {'configs': configs})}
    for kind in CONFIGS:
        yield 'config', {'config': config(kind)}


def lives():
    """Every config type with every deployment type, in every action."""
    whole = ['create', signal({'deploy_status_code': 0, 'result': 'r'}), 'suspend', signal({}), 'resume', signal({'result': 'again'}), 'update',
             signal({'deploy_stdout': 'out'}), {'do': 'attributes', 'of': ['result', 'broken', 'deploy_stdout', 'nothing']}, 'delete']
    values = {'name': 'n', 'size': 7, 'undeclared': ['u'], 'more': {'a': None}}
    for kind, of_deployment in itertools.product([None, *CONFIGS], DEPLOYMENT_TYPES):
        of_config = {} if kind is None else {'config': config(kind)}
        yield 'life', {**of_config, 'deployment': deployment(of_deployment, input_values=values), 'events': whole}
        yield 'all_actions', {**of_config, 'deployment': deployment(of_deployment, actions=ACTIONS), 'events': whole}
        for transport in TRANSPORTS:
            made = deployment(of_deployment, signal_transport=transport, input_values=values)
            yield 'transport', {**of_config, 'deployment': made, 'events': ['create', signal({'deploy_status_code': 0}), 'update']}
            yield 'region', {**of_config, 'deployment': made, 'credentials': {'region_name': 'RegionOne', 'user_id': 'other'},
                             'events': ['create']}
        for action in ACTIONS:
            yield 'action', {**of_config, 'deployment': deployment(of_deployment, actions=[action], name='first'),
                             'events': ['create', 'suspend', 'resume', 'update', 'delete', *([signal({})] if action == 'DELETE' else [])]}
        for name in ('', 'x', None):
            yield 'name', {**of_config, 'deployment': deployment(of_deployment, name=name), 'events': ['create']}
        for no_values in ({}, None):
            yield 'values', {**of_config, 'deployment': deployment(of_deployment, input_values=no_values), 'events': ['create', 'update']}
        yield 'cancel', {**of_config, 'deployment': deployment(of_deployment), 'events': ['cancel', 'create', 'cancel', signal({}), 'cancel']}


def structured():
    """Values in configs."""
    values = {'a': 1, 'b': {'c': [2]}, 'get_input': 'a', 'none': None}
    asked = [
        {'get_input': 'a'}, {'x': {'get_input': 'b'}}, {'x': {'get_input': 'none'}}, {'x': {'get_input': 'missing'}}, {'get_input': 'missing'},
        {'x': {'get_input': {'get_input': 'a'}}}, {'get_input': {'get_input': 'a'}}, {'x': [{'get_input': 'a'}, [{'get_input': 'b'}]]},
        {'get_input': 5}, {'x': {'get_input': None}}, {'x': {'use_input': 'a'}}, {'x': {'get_input': ''}}, {}, None, {'a': {}}, {'a': []},
        {'x': {'get_input': 'deploy_action'}}, {'x': {'get_input': 'deploy_signal_id'}}, {'get_input': 'none'},
        {'x': {'get_input': 'a', 'use_input': 'b'}}, {'get_input': 'a', 'y': {'get_input': 'a'}},
    ]
    for one, (check, key) in itertools.product(asked, [('LAX', 'get_input'), ('STRICT', 'get_input'), ('LAX', 'use_input'), ('STRICT', '')]):
        made = deployment('StructuredDeployment', input_values=values, input_values_validate=check, input_key=key)
        yield check.lower(), {'config': resource('StructuredConfig', {'config': one}), 'deployment': made, 'events': ['create']}
    for one in asked[:6]:
        made = {'config': resource('StructuredConfig', {'config': one}), 'events': ['create']}
        yield 'unsubstituted', {**made, 'deployment': deployment(input_values=values)}
        twice = resource('StructuredConfig', {'config': one, 'inputs': [{'name': 'a', 'default': 'd'}, {'name': 'a', 'default': 'e'}]})
        yield 'twice', {'config': twice, 'deployment': deployment('StructuredDeployment', input_values=values), 'events': ['create']}
    own = {'deploy_action': 'mine', 'deploy_server_id': 'mine'}
    asks = resource('StructuredConfig', {'config': {'a': {'get_input': 'deploy_action'}}})
    yield 'deploy_values', {'config': asks, 'deployment': deployment('StructuredDeployment', input_values=own), 'events': ['create']}


def not_components():
    """The group of a component, with configs that are none."""
    for inner in ({}, {'configs': []}, {'configs': 'x'}, {'configs': [{}]}, {'configs': [{'actions': 'CREATE'}]}, {'configs': {}}, {'configs': [{'actions': {'CREATE': 1}}]},
                  {'configs': [{'actions': [['CREATE']]}]}, {'configs': ''}, {'configs': None}, {'configs': {'a': 1}},
                  {'configs': [{'actions': ['CREATE'], 'tool': 't'}]}, {'configs': [{'actions': []}]}, {'configs': [{'actions': ['UPDATE']}, {}]}):
        made = resource('StructuredConfig', {'group': 'component', 'config': inner})
        for kind in DEPLOYMENT_TYPES:
            yield 'structured', {'config': made, 'deployment': deployment(kind), 'events': ['create', signal({})]}
    yield 'text', {'config': resource('SoftwareConfig', {'group': 'component', 'config': 'x'}), 'deployment': deployment(), 'events': ['create']}


def updates():
    """Values that change, with inputs that replace."""
    def inputs(**more):
        return [{'name': 'n', 'replace_on_change': True, **more}, {'name': 'm'}]
    pairs = [({'n': 1}, {'n': 1}), ({'n': 1}, {'n': 2}), ({'n': 1}, {'n': '1'}), ({'n': 1}, {'n': 1.0}), ({'n': 1}, {'n': True}), ({'n': 1}, {}),
             ({}, {'n': 1}), ({'m': 1}, {'m': 2}), ({'n': [1]}, {'n': [1]}), ({'n': {'a': 1}}, {'n': {'a': 2}}), ({'n': None}, {}),
             ({'n': None}, {'n': ''}), ({'x': 1}, {'x': 2})]
    for (old, new), kind in itertools.product(pairs, CONFIGS):
        made = config(kind, inputs=inputs())
        yield 'value', {'config': made, 'deployment': deployment(input_values=old),
                        'events': ['create', signal({}), {'do': 'update', 'deployment': deployment(input_values=new)}, signal({})]}
    for old, new in ((inputs(), inputs(default='d')), (inputs(default='d'), inputs(default='e')), (inputs(), [{'name': 'n'}]),
                     ([{'name': 'n'}], inputs(default='d')), (inputs(), []), ([], inputs(default='d')), ([], inputs()),
                     ([{'name': 'deploy_action', 'replace_on_change': True}], [{'name': 'deploy_action', 'replace_on_change': True}]),
                     ([{'name': 'deploy_server_id', 'replace_on_change': True}], [{'name': 'deploy_server_id', 'replace_on_change': True}])):
        for actions in (['CREATE', 'UPDATE'], ['CREATE'], ['SUSPEND']):
            made = deployment('StructuredDeployment', actions=actions)
            events = ['create', signal({}), {'do': 'update', 'config': config('StructuredConfig', inputs=new), 'deployment': made}, signal({'result': 1})]
            yield 'inputs', {'config': config('StructuredConfig', inputs=old), 'deployment': made, 'events': events}
    for change in ({'name': 'other'}, {'signal_transport': 'NO_SIGNAL'}, {'actions': ['SUSPEND']}, {'input_values': {'name': 'n'}}):
        for first in ('create', 'suspend'):
            yield 'property', {'config': config(), 'deployment': deployment(),
                               'events': [first, signal({'result': 'r'}), {'do': 'update', 'deployment': deployment(**change)}, signal({})]}
    yield 'to_component', {'config': config(), 'deployment': deployment(), 'events': [
        'create', signal({}), {'do': 'update', 'config': config('SoftwareComponent')}, signal({}), 'suspend', signal({'broken': 1}), 'delete']}


def signals():
    names = {'do': 'attributes', 'of': ['deploy_stdout', 'deploy_stderr', 'deploy_status_code', 'result', 'broken', 'undeclared']}
    for details in SIGNALS:
        yield 'signal', {'config': config(), 'deployment': deployment(), 'events': [names, 'create', names, signal(details), names]}
        yield 'second', {'config': config(), 'deployment': deployment(),
                         'events': ['create', signal({'result': 'first', 'deploy_stdout': 'first', 'broken': 'b'}), 'update', signal(details), names]}
    unusual = [{'name': 'deploy_stdout', 'error_output': True}, {'name': 'deploy_status_code', 'error_output': True}, {'name': 'a'}, {'name': 'a'}]
    for details in SIGNALS[::3]:
        yield 'unusual', {'config': config(outputs=unusual), 'deployment': deployment(), 'events': ['create', signal(details), names]}
    yield 'no_config', {'deployment': deployment(), 'events': ['create', signal({'deploy_stdout': 'x', 'a': 1}), 'delete']}
    for old, new in ((1, 1.0), (1, True), ([1], [True]), (0, False), (1, '1')):
        yield 'equal', {'config': config(), 'deployment': deployment(),
                        'events': ['create', signal({'result': old}), 'update', signal({'result': new}), names]}
    yield 'ignored', {'config': config(), 'deployment': deployment(),
                      'events': ['create', signal({'deploy_status_code': 3}), signal({'deploy_status_code': 0}), names]}


def groups():
    servers = [{}, {'a': 'server-1'}, {'a': 'server-1', 'b': 'server-2', 'c': ''}]
    more = [{}, {'input_values': {'a': 1}, 'name': 'n', 'actions': ['DELETE'], 'signal_transport': 'HEAT_SIGNAL'}, {'name': None}]
    for kind, on, properties in itertools.product(['SoftwareDeploymentGroup', 'StructuredDeploymentGroup'], servers, more):
        yield 'group', {'group': resource(kind, {'servers': on, 'config': 'config-1', **properties})}
    for properties in ({'input_key': 'use'}, {'input_values_validate': 'STRICT'}):
        yield 'group', {'group': resource('StructuredDeploymentGroup', {'servers': servers[2], 'config': 'config-1', **properties})}


def servers():
    """Several deployments on one server, which are sorted by name."""
    def named(name, kind='SoftwareConfig'):
        return {'config': config(kind), 'deployment': deployment(**({} if name is None else {'name': name}))}
    for names in (['b', 'a'], ['a', 'b', 'A', '1', '10', '2'], ['x', None, 'z'], [None, None], ['\u00e4', 'z', '\U0001f600', '\ufffd']):
        yield 'server', {'server': 'server-1', 'others': {f'd{number}': named(name) for number, name in enumerate(names)}}
    other = {'config': config(), 'deployment': resource('SoftwareDeployment', {'server': 'server-2'})}
    idle = {'config': config(), 'deployment': deployment(actions=['DELETE'])}
    yield 'server', {'server': 'server-1', 'others': {'one': named('n', 'SoftwareComponent'), 'two': idle, 'none': {'deployment': deployment(name='e')}}}
    yield 'server', {'server': 'server-2', 'others': {'one': other}}


def software(_types):
    for group in (stored, lives, structured, not_components, updates, signals, groups, servers):
        yield from group()
