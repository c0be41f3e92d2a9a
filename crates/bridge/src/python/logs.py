"""Heat's log, for what code in Rust writes."""

from oslo_log import log as logging

# The module of the plug-in.
plugin = None


def level():
    """The level of the plug-in's logger: what is below it is not written."""
    return logging.getLogger(plugin).logger.getEffectiveLevel()


def write(number, target, message, rsrc):
    """Write a line; `rsrc` is the resource that the code works on, or none.

    The name of the logger begins with the plug-in, so that
    `default_log_levels` can name it. The line has the ID of the request
    even if another thread writes it than the one that serves the request.
    """
    name = '.'.join([plugin] + [part for part in target.split('::') if part])
    context = {}
    if rsrc is not None:
        message = '%s: %s' % (described(rsrc), message)
        context = {'context': rsrc.context}
    logging.getLogger(name).log(number, '%s', message, **context)


def described(rsrc):
    """A resource as Heat's own lines name it."""
    try:
        return str(rsrc)
    except Exception:
        return rsrc.name
