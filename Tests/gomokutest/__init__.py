"""The library of the system tests: clients, servers, stores, browser windows and terminals.

Modules:
- `client` and `websocket`: the wire protocol
- `server`: gomoku-server
- `store`, `redis` and `sentinel`: the stores that keep rooms
- `browser` and `gadgets`: Chromium
- `terminal`: a program under a pseudo-terminal
- `plugin`: fixtures and markers
"""
