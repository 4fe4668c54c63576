"""What the system tests are written with: clients, servers, stores, browser windows and terminals.

Modules: `client` and `websocket` (the wire protocol), `server` (gomoku-server), `store`, `redis` and `sentinel` (where rooms are
kept), `browser` and `gadgets` (Chromium), `terminal` (a program under a pseudo-terminal), `plugin` (fixtures and markers).
"""
