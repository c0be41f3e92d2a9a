"""The section of a plug-in in the report that Heat's engine writes when it
gets SIGUSR2.

oslo.reports writes it, and need not be installed. Each plug-in has a section
of its own: two of them may have different versions of this module.
"""

import time

from oslo_log import log as logging

LOG = logging.getLogger(__name__)

_HEADINGS = ('Calls', 'Failed', 'Seconds', 'Longest')


def register(plugin, watch):
    """Add the section of a plug-in to those of Heat."""
    try:
        from oslo_reports import guru_meditation_report
        guru_meditation_report.TextGuruMeditation.register_section(
            'Heat Plug-in %s' % plugin, lambda: _section(watch))
    except Exception as error:
        # A plug-in without a section is as good as one that has it.
        LOG.debug('The plug-in %s is in no report: %s', plugin, error)


def _section(watch):
    """The text. An exception would stop the whole report."""
    try:
        return _text(watch)
    except Exception as error:
        return '%s: %s\n' % (type(error).__name__, error)


def _text(watch):
    """All types that were called. A signal can interrupt the thread that is
    counting, so this waits for no lock.
    """
    lines = ['Calls in the %d s since this process started:' % (
        time.monotonic() - watch.began)]
    for one in watch.watched:
        counts = sorted(one.counts.copy().items())
        running = sorted(watch.running(one), reverse=True)
        if counts or running:
            lines += ['', ', '.join(one.names)]
            lines += _table(counts)
            lines += ['  %s has been running for %.1f s: %s' % (
                doing, seconds, resource)
                for seconds, doing, resource in running]
    if len(lines) == 1:
        lines.append('none')
    return '\n'.join(lines) + '\n'


def _table(counts):
    if not counts:
        return []
    width = max(len(kind) for kind, _ in counts)
    heading = '  %-*s %10s %8s %12s %10s' % (width, '', *_HEADINGS)
    return [heading] + ['  %-*s %10d %8d %12.3f %10.3f' % (
        width, kind, count.calls, count.failures, count.seconds,
        count.longest) for kind, count in counts]
