// A server that ignores its stdin and SIGTERM and starts a child in its own session.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

process.on('SIGTERM', () => undefined);
setInterval(() => undefined, 1000);
const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], {
  detached: true,
  stdio: 'ignore',
});
console.error(`pids ${process.pid} ${child.pid}`);
createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line);
  if (request.id === undefined) return;
  const { protocolVersion } = request.params ?? {};
  const serverInfo = { name: 'stubborn', version: '1' };
  const result = { protocolVersion, capabilities: { tools: {} }, serverInfo, tools: [] };
  console.log(JSON.stringify({ jsonrpc: '2.0', id: request.id, result }));
});
