import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinCommandLine, splitCommandLine } from './command-line.ts';

function words(text: string, platform = 'linux'): string[] {
  const split = splitCommandLine(text, platform);
  if (!split.ok) throw new Error(split.error);
  return [split.value.command, ...split.value.args];
}

function failure(text: string, platform = 'linux'): string {
  const split = splitCommandLine(text, platform);
  return split.ok ? '' : split.error;
}

describe('a command line is split as a shell splits it', () => {
  test.each([
    ['npx -y server /tmp', ['npx', '-y', 'server', '/tmp']],
    ['  a \t b \n c\r\n', ['a', 'b', 'c']],
    [`a 'b c' "d e"`, ['a', 'b c', 'd e']],
    [`a '' ""`, ['a', '', '']],
    [`a"b"'c'd`, ['abcd']],
    ['a b\\ c \\"d', ['a', 'b c', '"d']],
    [`a 'x\\y'`, ['a', 'x\\y']],
    ['a "\\$HOME \\` \\" \\\\ \\z"', ['a', '$HOME ` " \\ \\z']],
    ['a \\\n  b "c\\\nd"', ['a', 'b', 'cd']],
    [`a "it's"`, ['a', "it's"]],
    ['a\\\\\\\\"x"', ['a\\\\x']],
  ])('%s', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  test('no shell is run: variables, globs, pipes and comments stay as they are written', () => {
    expect(words('a $HOME ~/x *.js | b && c > d # e')).toEqual(
      'a $HOME ~/x *.js | b && c > d # e'.split(' '),
    );
  });
});

describe('on Windows', () => {
  test.each([
    ['C:\\node\\node.exe C:\\a\\b.js', ['C:\\node\\node.exe', 'C:\\a\\b.js']],
    ['"C:\\Program Files\\node.exe" -v', ['C:\\Program Files\\node.exe', '-v']],
    ['a \\\\share\\folder', ['a', '\\\\share\\folder']],
    ['a "{\\"x\\":1}"', ['a', '{"x":1}']],
    ['a "C:\\folder\\\\" b', ['a', 'C:\\folder\\', 'b']],
    ['a C:\\folder\\', ['a', 'C:\\folder\\']],
    ["a 'C:\\x y\\'", ['a', 'C:\\x y\\']],
  ])('backslashes survive: %s', (text, expected) => {
    expect(words(text, 'win32')).toEqual(expected);
  });
});

describe('what cannot be split says why', () => {
  test.each([
    ['', 'The command line is empty.'],
    [' \n\t', 'The command line is empty.'],
    ['\\\n', 'The command line is empty.'],
    ['node "server.js', 'The quote " at character 6 is never closed.'],
    [`a 'it"s`, `The quote ' at character 3 is never closed.`],
    ['a "b\\"', 'The quote " at character 3 is never closed.'],
    ['a \\', 'ends in a backslash'],
    ["'' b", 'The command is an empty word.'],
    ['A=1 B=2', 'There are only variables here.'],
    ['a \0', 'NUL character'],
  ])('%j', (text, sentence) => {
    expect(failure(text)).toContain(sentence);
  });

  test('a quote is also missed on Windows', () => {
    expect(failure('a "C:\\folder\\"', 'win32')).toContain('character 3 is never closed');
  });
});

describe('variables before the command', () => {
  test('are its environment; after the command they are arguments', () => {
    expect(splitCommandLine('DEBUG=mcp:* TOKEN="a b" _X= node s.js A=1', 'linux')).toEqual({
      ok: true,
      value: {
        command: 'node',
        args: ['s.js', 'A=1'],
        env: { DEBUG: 'mcp:*', TOKEN: 'a b', _X: '' },
      },
    });
  });

  test('a later one replaces an earlier one', () => {
    expect(splitCommandLine('A=1 A=2 node', 'linux')).toMatchObject({ value: { env: { A: '2' } } });
  });

  test('a quoted name, or no name, is a command as in a shell', () => {
    for (const text of ["'A=1' b", '"A"=1 b', 'A\\=1 b', '1A=1 b', '=1 b']) {
      expect(splitCommandLine(text, 'linux')).toMatchObject({ value: { env: {}, args: ['b'] } });
    }
  });
});

const word = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom("'", '"', '\\', ' ', '\n', '$', '=', 'A', '#', '~', '`') }),
  )
  .map((text) => text.replaceAll('\0', ''));
const command = word.filter((text) => text.trim() !== '');

describe('splitting and joining', () => {
  test('give back what was joined, on every platform', () => {
    fc.assert(
      fc.property(command, fc.array(word), fc.constantFrom('linux', 'win32'), (name, args, platform) => {
        expect(splitCommandLine(joinCommandLine(name, args), platform)).toEqual({
          ok: true,
          value: { command: name, args, env: {} },
        });
      }),
    );
  });

  test('never throw', () => {
    fc.assert(
      fc.property(fc.array(word), fc.constantFrom('linux', 'win32'), (pieces, platform) => {
        const split = splitCommandLine(pieces.join(''), platform);
        if (!split.ok) expect(split.error).toMatch(/^[A-Z].*\.$/s);
      }),
    );
  });

  test('plain words need no quotes', () => {
    expect(joinCommandLine('npx', ['-y', '@scope/server@1.2', '/a/b', '--port=1'])).toBe(
      'npx -y @scope/server@1.2 /a/b --port=1',
    );
    expect(joinCommandLine('C:\\a b\\x.exe', [''])).toBe("'C:\\a b\\x.exe' ''");
  });
});
