// Passes bytes to a server and back, and writes each direction to a file: <prefix>.in and <prefix>.out.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';

const [prefix = '', command = '', ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const [sent, got] = [createWriteStream(`${prefix}.in`), createWriteStream(`${prefix}.out`)];
process.stdin.pipe(sent);
process.stdin.pipe(server.stdin);
server.stdout.pipe(got);
server.stdout.pipe(process.stdout);
server.on('close', (code) => {
  process.stdin.destroy();
  sent.end();
  process.exitCode = code ?? 1;
});
