import { describe, expect, it } from 'vitest';
import { LastWords } from './last-words.ts';

function lastWords(...lines: string[]): string {
  const words = new LastWords();
  for (const line of lines) words.take(line);
  return words.text;
}

describe('the last words of a server', () => {
  it('are its last three lines without colours and empty ones', () => {
    expect(lastWords('one', 'two', '', '\u001b[31mthree\u001b[0m', '  four ')).toBe('two · three · four');
    expect(lastWords()).toBe('');
  });

  it('name the error, not the frames of its stack, in Node', () => {
    const frames = Array.from({ length: 9 }, (_, index) => `    at call (file:///srv/index.js:${index}:41)`);
    expect(
      lastWords('listening', '            ^', 'Error: the pool is gone', ...frames, '', 'Node.js v20.20.2'),
    ).toBe('listening · Error: the pool is gone');
  });

  it('name the error in Python and in Go', () => {
    expect(lastWords('  File "/srv/a.py", line 3, in run', '    ~~~^^^', 'ValueError: no pool')).toBe(
      'ValueError: no pool',
    );
    expect(lastWords('panic: no pool', '', '\t/srv/main.go:12 +0x1d')).toBe('panic: no pool');
  });

  it('are of the stack where there is nothing else', () => {
    expect(lastWords('    at call (index.js:1:2)', '    at run (index.js:9:2)')).toBe(
      'at run (index.js:9:2)',
    );
  });
});
