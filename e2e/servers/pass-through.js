// The thinnest possible proxy in Node: spawns the command in its arguments and pipes both ways.
import { spawn } from 'node:child_process';

const [command = '', ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.pipe(server.stdin);
server.stdout.pipe(process.stdout);
server.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
