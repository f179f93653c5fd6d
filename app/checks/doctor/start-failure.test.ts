import { describe, expect, it, test } from 'vitest';
import { reasonOfExit, reasonOfRefusal, reasonOfSilence, strayText } from './start-failure.ts';

const end = { code: 1, signal: null, stderr: [] };

describe('why a process ended', () => {
  it('is the line that names the cause, and not the last one', () => {
    const stderr = [
      'node:internal/modules/cjs/loader:1404',
      "Error: Cannot find module './does-not-exist'",
      'Require stack:',
      '- /srv/crash.js',
      "  code: 'MODULE_NOT_FOUND',",
      '}',
    ];
    const reason = reasonOfExit({ ...end, stderr });
    expect(reason.cause).toBe("Error: Cannot find module './does-not-exist'");
    expect(reason.todo).not.toBe('');
  });

  it('is the path of the command if a file with its full path is missing', () => {
    const stderr = ["Error: Cannot find module '/work/servr.js'"];
    expect(reasonOfExit({ ...end, stderr }).todo).toMatch(/^Check the path "\/work\/servr\.js"/);
  });

  it('names a variable that is missing', () => {
    expect(reasonOfExit({ ...end, stderr: ['Error: WEATHER_API_KEY is not set'] })).toMatchObject({
      variable: 'WEATHER_API_KEY',
      todo: expect.stringMatching(/^Set WEATHER_API_KEY for the server/),
    });
  });

  it('is an exit code that says more than stderr', () => {
    expect(reasonOfExit({ ...end, code: 127 }).todo).not.toBe(reasonOfExit(end).todo);
    expect(reasonOfExit(end)).toMatchObject({
      cause: '',
      todo: expect.stringContaining('start its command in a terminal'),
      more: ' Nothing on stderr says why.',
    });
  });

  it('is no line of a level at which all is well, and no other line that names no trouble', () => {
    const info = reasonOfExit({ ...end, stderr: ['INFO Processing request of type CallToolRequest'] });
    expect(info).toMatchObject({ cause: '', more: ' Nothing on stderr says why.' });
    const plain = reasonOfExit({ ...end, stderr: ['out of cheese'] });
    expect(plain).toMatchObject({ cause: '', more: ' Its last line on stderr: “out of cheese”.' });
  });

  it('is a signal from outside, about which nobody has to do anything', () => {
    const killed = reasonOfExit({ ...end, code: null, signal: 'SIGKILL', stderr: ['Error: busy'] });
    expect(killed).toMatchObject({ cause: '', todo: '', more: expect.stringContaining('out of memory') });
  });
});

test('a refusal is its code and message, with the variable that it names', () => {
  expect(reasonOfRefusal('-32603', 'License expired').cause).toBe('-32603 License expired');
  const modes = 'Unrecognized field "form" (class x.McpSchema$ClientCapabilities$Elicitation)';
  expect(reasonOfRefusal('-32603', modes).todo).toContain('0.17.1');
  expect(reasonOfRefusal('-32022', 'Unsupported protocol version').todo).toContain('revision');
  expect(reasonOfRefusal('-32603', 'LICENSE_KEY is not set')).toMatchObject({
    variable: 'LICENSE_KEY',
    todo: expect.stringMatching(/^Set LICENSE_KEY for the server/),
  });
});

test('silence is explained by what stood on stdout instead, else by stderr', () => {
  const silence = { stray: null, stderr: [], hasAnswered: false };
  const stray = { count: 46, first: 'Listening on :3000' };
  expect(reasonOfSilence({ ...silence, stray })).toMatchObject({
    cause: 'Listening on :3000',
    todo: expect.stringContaining('console.error'),
  });
  const stderr = ['waiting for the database'];
  expect(reasonOfSilence({ ...silence, stderr }).cause).toBe('waiting for the database');
  expect(reasonOfSilence(silence).cause).toBe('');
});

test('a server that was heard before is not suspected of another transport', () => {
  const { todo } = reasonOfSilence({ stray: null, stderr: [], hasAnswered: true });
  expect(todo).toMatch(/^It answered what came before and then no more/);
  expect(todo).not.toContain('HTTP');
});

test('stray lines are counted in a sentence', () => {
  expect(strayText({ count: 1, first: 'x' })).toBe('One line on stdout, and it is not JSON-RPC.');
  expect(strayText({ count: 1200, first: 'x' })).toBe('1,200 lines on stdout, none of them JSON-RPC.');
});
