"""The store that the tests of a module use: a directory, a single Redis, or a cluster of servers
over one Redis."""

import os
import random

from .environment import SEED
from .redis import Redis

# The number of servers that share the store, by name of the store.
SERVERS = {"directory": 1, "redis": 1, "cluster": 3}
# The name of the store in use. The plugin's fixture `store_name` sets it for each module.
name = "directory"
# Random source that picks the server of a cluster for each client.
choice = random.Random(SEED)


def use(store):
    """Makes servers that start from now on use this store."""
    global name
    name = store


def is_redis():
    """Whether servers keep rooms and people in Redis."""
    return name != "directory"


def servers():
    """Returns the number of servers that share the store."""
    return SERVERS[name]


def program_arguments(arguments):
    """Returns the arguments of a gomoku-server command, with `--data DIR` replaced by the store in
    use."""
    arguments = list(arguments)
    if is_redis() and "--data" in arguments:
        place = arguments.index("--data")
        arguments[place : place + 2] = ["--store", Redis.address(arguments[place + 1])]
    return arguments


def server_arguments(arguments):
    """Returns the arguments of a server for the store in use. Its control socket stays in the
    directory that `--data` names."""
    arguments = list(arguments)
    if not is_redis() or "--store" in arguments:
        return arguments
    if "--data" not in arguments:
        return [*arguments, "--store", Redis.address(object())]
    directory = arguments[arguments.index("--data") + 1]
    os.makedirs(directory, exist_ok=True)
    own = [] if "--admin-socket" in arguments else ["--admin-socket", f"{directory}/admin.sock"]
    return [*program_arguments(arguments), *own]


def numbered(arguments, number):
    """Returns the arguments of server `number` of the cluster, with a separate control socket."""
    arguments = list(arguments)
    if number and "--admin-socket" in arguments:
        arguments[arguments.index("--admin-socket") + 1] += f".{number}"
    return arguments
