"""The client's answers: the files that it sends with a template and environments, and the environments as it sends them."""

import json
import pathlib
import tempfile

import yaml
from heatclient.common import template_utils

from heat.common import template_format


def answer(given, error):
    """What the client makes of files in a folder. Names are relative to that folder, not URLs. `error` records an exception."""
    with tempfile.TemporaryDirectory(prefix='files') as folder:
        base = pathlib.Path(folder).resolve()
        for name, text in given['files'].items():
            path = base / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding='utf-8')
        prefix = base.as_uri() + '/'

        def relative(value):
            # Names are decoded: the only character that inputs encode is the space.
            return json.loads(json.dumps(value).replace(prefix, '').replace('%20', ' '))

        try:
            files, _ = template_utils.get_template_contents(str(base / given['template']))
            sent = []
            for name in given['environments']:
                more, environment = template_utils.process_environment_and_files(str(base / name))
                files.update(more)
                text = json.dumps(environment)
                sent.append(yaml.load(text, Loader=template_format.yaml_loader))
        except Exception as exc:
            # Its words have the folder in them, at times only a part of it.
            return {'error_class': error(exc)['error_class']}
        files = {name: text.decode() if isinstance(text, bytes) else text for name, text in files.items()}
        return {'files': relative(files), 'sent': relative(sent)}
