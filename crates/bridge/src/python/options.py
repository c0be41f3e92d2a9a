"""The options of plug-ins in Rust, in Heat's configuration.

As with Heat's clients, `[plugins]` is for all, and what `[plugins_NAME]` sets
is for one.
"""

from oslo_config import cfg

_OPTIONS = [
    (cfg.StrOpt, 'isolation', 'none', {'choices': ['none', 'process']},
     'Where a plug-in in Rust runs: in the engine, or in a process of its '
     'own, whose end only fails the resources that it works on.'),
    (cfg.IntOpt, 'call_timeout', 600, {'min': 1},
     'Seconds after which a call of a plug-in in a process of its own fails: '
     'of a handler, or one poll.'),
    (cfg.IntOpt, 'memory_limit', 0, {'min': 0},
     'Megabytes of memory for a process of a plug-in; 0 for no limit.'),
    (cfg.IntOpt, 'slow_call', 60, {'min': 0},
     'Seconds after which the log names a call that has not returned; 0 for '
     'never.'),
]


class Options:
    """The options of one plug-in."""

    def __init__(self, plugin):
        self._group = 'plugins_%s' % plugin
        for kind, name, default, limits, text in _OPTIONS:
            _register(kind(name, default=default, help=text, **limits),
                      'plugins')
            _register(kind(name, help=text, **limits), self._group)

    def __getitem__(self, name):
        value = cfg.CONF[self._group][name]
        return cfg.CONF['plugins'][name] if value is None else value


def _register(option, group):
    try:
        cfg.CONF.register_opt(option, group)
    except cfg.DuplicateOptError:
        # A plug-in with another version of this module has registered it.
        pass
