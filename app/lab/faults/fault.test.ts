import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFault } from './fault.ts';

function actionOf(text: string): unknown {
  const parsed = parseFault(`all:${text}`);
  return parsed.ok ? parsed.value.action : parsed.error;
}

function selectorOf(text: string): unknown {
  const parsed = parseFault(`${text}:never`);
  return parsed.ok ? parsed.value.selector : parsed.error;
}

describe('a fault', () => {
  test('befalls a tool, a method, each n-th call or every call', () => {
    expect(selectorOf('all')).toEqual({ kind: 'all' });
    expect(selectorOf('tool=search')).toEqual({ kind: 'tool', name: 'search' });
    expect(selectorOf('tool=a:b')).toEqual({ kind: 'tool', name: 'a:b' });
    expect(selectorOf('method=tools/list')).toEqual({ kind: 'method', name: 'tools/list' });
    expect(selectorOf('every=10')).toEqual({ kind: 'every', count: 10 });
  });

  test.each([
    ['delay=2s', { kind: 'delay', milliseconds: 2000 }],
    ['delay=0.5s', { kind: 'delay', milliseconds: 500 }],
    ['delay=500ms', { kind: 'delay', milliseconds: 500 }],
    ['crash', { kind: 'crash', exitCode: 1 }],
    ['crash=7', { kind: 'crash', exitCode: 7 }],
    ['huge=10MB', { kind: 'huge', bytes: 10_000_000 }],
    ['huge=500kB', { kind: 'huge', bytes: 500_000 }],
    ['slow=100B/s', { kind: 'slow', bytesPerSecond: 100 }],
    ['code=-32603', { kind: 'error', code: -32603, message: 'The server was told to fail' }],
    ['code=7,message=Busy, try: later', { kind: 'error', code: 7, message: 'Busy, try: later' }],
    [
      'code=7,message=Busy,data={"a":[1,",data="]}',
      { kind: 'error', code: 7, message: 'Busy', data: { a: [1, ',data='] } },
    ],
    ['iserror=No "x"', { kind: 'tool-error', result: { content: [text('No "x"')], isError: true } }],
    ['iserror=[]', { kind: 'tool-error', result: { content: [], isError: true } }],
    ['iserror={"reason":"busy"}', { kind: 'tool-error', result: { isError: true, reason: 'busy' } }],
  ])('reads %s', (written, action) => {
    expect(actionOf(written)).toEqual(action);
  });

  test.each([
    ['tool=x', '"tool=x" names no action. Write SELECTOR:ACTION, such as tool=search:delay=2s.'],
    ['tool=x:dealy=2s', 'There is no action "dealy=2s". Use one of: delay, never,'],
    ['tool:never', 'tool= needs a name.'],
    ['some:never', 'There is no selector "some". Use one of: tool=NAME, method=NAME, every=N, all.'],
    ['every=0:never', 'every= needs a whole number from 1 to 1000000, not "0".'],
    ['all:delay=2', 'delay= needs a time of at most an hour, such as 2s or 500ms, not "2".'],
    ['all:delay=2h', 'delay= needs a time'],
    ['all:delay=9999s', 'delay= needs a time'],
    ['all:never=1', 'never takes no value. Leave "=1" out.'],
    ['all:crash=256', 'crash= needs an exit code from 0 to 255, not "256".'],
    ['all:huge=1GB', 'huge= needs a size of at most 256MB'],
    ['all:huge=300MB', 'huge= needs a size of at most 256MB'],
    ['all:slow=100', 'slow= needs bytes for each second'],
    ['all:slow=0B/s', 'slow= needs bytes for each second'],
    ['all:code=x', 'code= needs a whole number'],
    ['all:code=1,data={', 'data= needs JSON, not "{".'],
  ])('%s is refused with a sentence', (written, sentence) => {
    const parsed = parseFault(written);
    expect(parsed.ok ? '' : parsed.error).toContain(sentence);
  });

  test('whatever is typed gives a fault or one sentence, and never throws', () => {
    const word = fc.constantFrom(
      'all',
      'tool=x',
      'every=2',
      ':',
      'code=',
      'slow=',
      'huge=',
      '9MB',
      '{',
      ',data=',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string())), (parts) => {
        const parsed = parseFault(parts.join(''));
        expect(parsed.ok || parsed.error.endsWith('.')).toBe(true);
      }),
    );
  });
});

function text(value: string) {
  return { type: 'text', text: value };
}
