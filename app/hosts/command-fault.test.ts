import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandFault } from './command-fault.ts';

const fault = (...[command = '', ...args]: readonly string[]) => commandFault(command, args);

describe('an entry whose command cannot work', () => {
  it.each([
    ['npx -y @acme/weather', [], '"command": "npx", "args": ["-y","@acme/weather"]'],
    ['uvx weather-mcp', ['--quiet'], '"command": "uvx", "args": ["weather-mcp","--quiet"]'],
    ['/usr/bin/node server.js', [], '"command": "/usr/bin/node", "args": ["server.js"]'],
    ['npx', ['-y @acme/weather'], '"args": ["-y","@acme/weather"]'],
    ['docker', ['run -i --rm acme/weather'], '"args": ["run","-i","--rm","acme/weather"]'],
    ['npx', ['npx', '-y', 'weather'], '"args": ["-y","weather"]'],
    ['sh', ['-c', 'node', 'server.js'], '"args": ["-c","node server.js"]'],
    ['docker', ['run', '-it', '--rm', 'acme/weather'], '"args": ["run","-i","--rm","acme/weather"]'],
    [
      'docker',
      ['run', '-e', 'KEY', '--tty', 'acme/weather', '-t'],
      '["run","-i","-e","KEY","acme/weather","-t"]',
    ],
    ['podman', ['run', '--rm', 'acme/weather'], '"args": ["run","-i","--rm","acme/weather"]'],
    ['docker', ['run', '-d', '-i', 'acme/weather'], '"args": ["run","-i","acme/weather"]'],
  ])('is written as it should be: %s %j', (command, args, right) => {
    expect(commandFault(command, args)?.todo).toContain(right);
  });

  it.each([
    [['node', 'a.js', '&&', 'node', 'b.js'], 'syntax of a shell'],
    [['/usr/bin/env', 'cd /srv/x && ', 'uv run x'], 'syntax of a shell'],
    [['cd /srv && node a.js'], 'syntax of a shell'],
    [['API_KEY=x', 'node', 'a.js'], 'sets a variable'],
    [['npx', '-y', '@weather-mcp@latest'], 'names no package'],
    [['node', '~/server.js'], 'read by shells only'],
  ])('is named: %j', (words, found) => {
    expect(fault(...words)?.found).toContain(found);
  });
});

describe('an entry that is fine', () => {
  it.each([
    ['npx', '-y', '@acme/weather@latest', '/data dir'],
    ['node', '-e', 'run(); stop()'],
    ['python', '-c', 'import x; x.run()'],
    ['sh', '-c', 'cd /srv && node a.js'],
    ['bash', '-lc', 'exec "$0" "$@"', 'node', 'a.js'],
    ['cmd', '/c', 'npx', '-y', 'weather'],
    ['C:\\Program Files\\nodejs\\node.exe', 'a.js'],
    ['/Applications/My App.app/Contents/MacOS/mcp', '--stdio'],
    ['docker', 'run', '-i', '--rm', '-e', 'A=b', 'acme/weather'],
    ['docker', 'run', '--interactive', '--rm', 'acme/weather', '-t', '5'],
    ['docker', 'exec', '-i', 'box', 'node', 'a.js'],
    ['docker', 'mcp', 'gateway', 'run'],
    ['docker', 'compose', 'run', '-T', 'x'],
    ['uvx', '--from', 'git+https://example.org/x', 'weather'],
    ['go', 'run', './cmd/server'],
  ])('is left alone: %s %s %s', (...words) => {
    expect(fault(...words)).toBeUndefined();
  });

  it('is what the advice of another one makes of it', () => {
    const option = fc.constantFrom(
      '-i',
      '-t',
      '-it',
      '-d',
      '--rm',
      '--tty',
      '-e',
      '--name',
      '--network=host',
    );
    fc.assert(
      fc.property(fc.array(option, { maxLength: 6 }), (options) => {
        const args = [
          'run',
          ...options.flatMap((one) => (/^(?:-e|--name)$/.test(one) ? [one, 'x'] : [one])),
          'img',
        ];
        const todo = commandFault('docker', args)?.todo;
        const written = /"args": (\[.*\])\.$/.exec(todo ?? '')?.[1];
        expect(commandFault('docker', written === undefined ? args : JSON.parse(written))).toBeUndefined();
      }),
    );
  });
});
