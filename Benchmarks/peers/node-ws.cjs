// The floor's work (see floor/floor.c) in node, with Debian's node-ws: node node-ws.cjs PORT
'use strict';
module.paths.push('/usr/share/nodejs');
const { WebSocketServer } = require('ws');

const rooms = new Map();
let people = 0;

function room(name) {
  if (!rooms.has(name)) rooms.set(name, { rev: 0, members: new Set() });
  return rooms.get(name);
}

new WebSocketServer({ host: '127.0.0.1', port: Number(process.argv[2]), perMessageDeflate: false }).on('connection', (socket) => {
  const id = `p-${String(++people).padStart(13, '0')}`;
  let here;
  socket.on('message', (data) => {
    const request = JSON.parse(data);
    if (request.type === 'delta') {
      const text = JSON.stringify({
        type: 'delta', room: request.room, rev: ++here.rev, by: id, at: Date.now(), id: request.id, set: request.set,
      });
      for (const member of here.members) member.send(text);
    } else if (request.type === 'join') {
      here = room(request.room);
      here.members.add(socket);
      socket.send(JSON.stringify({ type: 'snapshot', room: request.room, kind: 'open', epoch: 'k', rev: here.rev, state: {} }));
    } else if (request.type === 'hello') {
      socket.send(JSON.stringify({ type: 'welcome', participant: { id, name: request.name, bot: false }, token: '' }));
    }
  });
  socket.on('close', () => here?.members.delete(socket));
  socket.on('error', () => socket.terminate());
});
