// A server that starts a daemon: outside its group, session and process tree, without pipes.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const DAEMON = `(setsid sh -c 'echo "pids $0 $$" >&2; exec sleep 1000 <&- >&- 2>&-' "$0" &)`;
spawn('/bin/sh', ['-c', DAEMON, String(process.pid)], { stdio: ['ignore', 'ignore', 'inherit'] });
createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line);
  if (request.id === undefined) return;
  const { protocolVersion } = request.params ?? {};
  const serverInfo = { name: 'daemoniser', version: '1' };
  const result = { protocolVersion, capabilities: { tools: {} }, serverInfo, tools: [] };
  console.log(JSON.stringify({ jsonrpc: '2.0', id: request.id, result }));
});
