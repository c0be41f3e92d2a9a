#!/usr/bin/env python3
"""The mutator of `hunt.py` changes every key of the schema language, in every place, to every form.

Needs nothing but Python: no Heat, and no network.
"""

import collections
import copy
import json
import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from recorder import schema_language, schema_parts  # noqa: E402

ROUNDS = 60_000


def reached(language, rounds):
    """The spots, places and forms that edits reach, starting from an empty type. What is missing is tried more often."""
    parts = schema_parts.Parts(random.Random(1), language)
    found, schema = set(), {'type': 'My::Custom::Token'}
    missing = collections.Counter((spot, place) for spot, place, _ in language.all_forms())
    for number in range(rounds):
        if number % 150 == 0:
            schema = {'type': 'My::Custom::Token'}
        before = copy.deepcopy(schema)
        site = parts.one_site(schema, lambda spot, place: 1 + 500 * missing[spot, place])
        try:
            done = parts.edit_to(schema, site)
            missing[done[:2]] -= done not in found
            found.add(done)
        except schema_language.NotHere:
            schema = before
    return found


class EveryKey(unittest.TestCase):
    def test_every_key_has_a_mutation_in_every_place_and_form(self):
        language = schema_language.Language()
        wanted = language.all_forms()
        missing = sorted(wanted - reached(language, ROUNDS))
        self.assertGreater(len(wanted), 500)
        self.assertEqual(missing, [])

    def test_a_key_that_nothing_makes_is_noticed(self):
        written = json.loads(schema_language.SCHEMA.read_text(encoding='utf-8'))
        written['$defs']['property']['properties']['colour'] = {'type': 'string'}
        with self.assertRaises(KeyError):
            reached(schema_language.Language(written), ROUNDS)


if __name__ == '__main__':
    unittest.main()
