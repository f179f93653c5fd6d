import { describe, expect, it } from 'vitest';
import { LastStderr, lastWordsOf } from './last-stderr.ts';

function lastStderrText(...lines: string[]): string {
  const words = new LastStderr();
  for (const line of lines) words.take(line);
  return words.text;
}

describe('the last stderr lines of a server', () => {
  it('are its last three lines without colours and empty ones', () => {
    expect(lastStderrText('one', 'two', '', '\u001b[31mthree\u001b[0m', '  ', 'four')).toBe(
      'two · three · four',
    );
    expect(lastStderrText()).toBe('');
  });

  it('name the error that Node could not load a module, whatever it prints after it', () => {
    expect(
      lastStderrText(
        'node:internal/modules/cjs/loader:1404',
        '  throw err;',
        '  ^',
        '',
        "Error: Cannot find module './does-not-exist'",
        'Require stack:',
        '- /srv/crash.js',
        ...Array.from({ length: 9 }, (_, index) => `    at call (node:internal/${index}:41)`),
        "  code: 'MODULE_NOT_FOUND',",
        "  requireStack: [ '/srv/crash.js' ]",
        '}',
        '',
        'Node.js v20.20.2',
      ),
    ).toBe("Error: Cannot find module './does-not-exist'");
  });

  it('name the error in Python and in Go', () => {
    const traceback = [
      'Traceback (most recent call last):',
      '  File "/srv/a.py", line 3, in run',
      '    ~~~^^^',
    ];
    expect(lastStderrText(...traceback, 'ValueError: no pool')).toBe('ValueError: no pool');
    expect(lastStderrText('panic: no pool', '', '\t/srv/main.go:12 +0x1d')).toBe('panic: no pool');
  });

  it('are of the stack if there is nothing else', () => {
    expect(lastStderrText('    at call (index.js:1:2)', '    at run (index.js:9:2)')).toBe(
      'at run (index.js:9:2)',
    );
  });

  it('keep the error above a stack of hundreds of frames', () => {
    const frames = Array.from({ length: 250 }, (_, index) => `    at call (index.js:${index}:2)`);
    expect(lastStderrText('TypeError: x is not a function', ...frames)).toBe(
      'TypeError: x is not a function',
    );
  });
});

it('has no telling line in brackets', () => {
  expect(lastWordsOf(['}', '^']).line).toBeUndefined();
});
