import { describe, expect, it } from 'vitest';
import { LastStderr } from './last-stderr.ts';

function lastStderrText(...lines: string[]): string {
  const words = new LastStderr();
  for (const line of lines) words.take(line);
  return words.text;
}

describe('the last stderr lines of a server', () => {
  it('are its last three lines without colours and empty ones', () => {
    expect(lastStderrText('one', 'two', '', '\u001b[31mthree\u001b[0m', '  four ')).toBe(
      'two · three · four',
    );
    expect(lastStderrText()).toBe('');
  });

  it('name the error, not the frames of its stack, in Node', () => {
    const frames = Array.from({ length: 9 }, (_, index) => `    at call (file:///srv/index.js:${index}:41)`);
    expect(
      lastStderrText(
        'listening',
        '            ^',
        'Error: the pool is gone',
        ...frames,
        '',
        'Node.js v20.20.2',
      ),
    ).toBe('listening · Error: the pool is gone');
  });

  it('name the error in Python and in Go', () => {
    expect(lastStderrText('  File "/srv/a.py", line 3, in run', '    ~~~^^^', 'ValueError: no pool')).toBe(
      'ValueError: no pool',
    );
    expect(lastStderrText('panic: no pool', '', '\t/srv/main.go:12 +0x1d')).toBe('panic: no pool');
  });

  it('are of the stack if there is nothing else', () => {
    expect(lastStderrText('    at call (index.js:1:2)', '    at run (index.js:9:2)')).toBe(
      'at run (index.js:9:2)',
    );
  });
});
