import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCommand } from './command-text.ts';

describe('the arguments of a command line', () => {
  it.each([
    ['npx -y server', ['npx', '-y', 'server']],
    [`node "my server.js" 'a b'`, ['node', 'my server.js', 'a b']],
    ['a\\ b c', ['a b', 'c']],
    [`"a\\"b" 'c\\d' "e\\f"`, ['a"b', 'c\\d', 'e\\f']],
    [`x "" y`, ['x', '', 'y']],
    [`--name=a"b c"d`, ['--name=ab cd']],
  ])('are those of a shell: %s', (line, args) => {
    expect(formatCommand(line)).toEqual({ args, open: false });
  });

  it('say when a quote has no end', () => {
    expect(formatCommand(`node "a b`)).toEqual({ args: ['node', 'a b'], open: true });
  });

  it('come back from single quotes as they were', () => {
    const arg = fc.string({ minLength: 1 }).filter((text) => !text.includes("'"));
    fc.assert(
      fc.property(fc.array(arg), (args) => {
        expect(formatCommand(args.map((one) => `'${one}'`).join(' ')).args).toEqual(args);
      }),
    );
  });
});
