#!/usr/bin/env python3
"""The mutator of `hunt.py` changes every key of the schema language, in every place, to every form.

Needs nothing but Python: no Heat, and no network.
"""

import copy
import json
import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from recorder import schema_language, schema_parts  # noqa: E402

# Far more than it takes, if everything can be reached.
ROUNDS = 100_000
LARGE = 120


def reached(language, seed=1):
    """The spots, places and forms that edits reach, starting from an empty type.

    Small schemas in which a key can stand or stands are kept, so that what is missing there is tried until it is found. What no schema
    leads to yet is looked for by other edits.
    """
    chance = random.Random(seed)
    parts = schema_parts.Parts(chance, language)
    wanted, found, kept = language.all_forms(), set(), {}

    def keep(schema):
        sites = language.sites(schema)
        for site in sites:
            key = site.spot, site.place, site.is_there
            if key not in kept or len(sites) < LARGE and chance.random() < 0.1:
                kept[key] = schema

    keep({'type': 'My::Custom::Token'})
    for _ in range(ROUNDS):
        missing = {done[:2] for done in wanted - found}
        if not missing:
            break
        near = [key for key in kept if key[:2] in missing]
        is_near = near and chance.random() < 0.8
        key = chance.choice(near if is_near else list(kept))
        schema = copy.deepcopy(kept[key])
        site = parts.one_site(schema, lambda spot, place: (spot, place) == key[:2] if is_near else 1)
        try:
            found.add(parts.edit_to(schema, site))
        except schema_language.NotHere:
            continue
        keep(schema)
    return found


class EveryKey(unittest.TestCase):
    def test_every_key_has_a_mutation_in_every_place_and_form(self):
        language = schema_language.Language()
        wanted = language.all_forms()
        missing = sorted(wanted - reached(language))
        self.assertGreater(len(wanted), 500)
        self.assertEqual(missing, [])

    def test_a_key_that_nothing_makes_is_noticed(self):
        written = json.loads(schema_language.SCHEMA.read_text(encoding='utf-8'))
        written['$defs']['property']['properties']['colour'] = {'type': 'string'}
        with self.assertRaises(KeyError):
            reached(schema_language.Language(written))


if __name__ == '__main__':
    unittest.main()
