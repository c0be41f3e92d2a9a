"""A Heat in one process, without other services: the engine, its API and a database in a file.

`heat-codegen plugin dev` and `plugin test --engine` run `server` with the Python in which Heat is installed; the tests of this project
do so, too. Heat itself is unmodified.
"""
