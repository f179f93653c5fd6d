import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EMPTY_INSTEAD,
  editedWarning,
  type OrderDraft,
  orderText,
  readEdited,
  readInstead,
  readOrder,
} from './answer-draft.ts';

const draft = (change: Partial<OrderDraft> = {}): OrderDraft => ({
  ...{ action: 'hold', target: 'tool', name: 'search', when: 'next', nth: '2', seconds: '2' },
  ...{ instead: EMPTY_INSTEAD, ...change },
});

function faultOf(change: Partial<OrderDraft>): string {
  const read = readOrder(draft(change));
  return read.ok ? '' : read.error;
}

describe('an order', () => {
  test('is read from what was typed', () => {
    expect(readOrder(draft({ name: ' search ' }))).toEqual({
      ok: true,
      value: { target: { kind: 'tool', name: 'search' }, when: { kind: 'next' }, action: { kind: 'hold' } },
    });
    expect(
      readOrder(
        draft({ target: 'method', name: 'tools/list', when: 'every', action: 'delay', seconds: '0.5' }),
      ),
    ).toEqual({
      ok: true,
      value: {
        target: { kind: 'method', method: 'tools/list' },
        when: { kind: 'every', nth: 2 },
        action: { kind: 'delay', ms: 500 },
      },
    });
    expect(readOrder(draft({ target: 'any', action: 'tool-error' }))).toMatchObject({
      value: { target: { kind: 'any' }, action: { kind: 'tool-error', text: EMPTY_INSTEAD.text } },
    });
  });

  test('that cannot be carried out says which field is wrong', () => {
    expect(faultOf({ name: '  ' })).toBe('Name the tool.');
    expect(faultOf({ name: '', target: 'method' })).toContain('Name the method');
    expect(faultOf({ name: 'x'.repeat(501) })).toContain('500 characters');
    for (const nth of ['0', '1.5', '', '10001', 'two'])
      expect(faultOf({ when: 'every', nth })).toContain('Every how many');
    for (const seconds of ['', '0', '-1', '601', 'soon', 'Infinity'])
      expect(faultOf({ action: 'delay', seconds })).toContain('The delay');
    expect(faultOf({ action: 'protocol-error', instead: { ...EMPTY_INSTEAD, code: 'E1' } })).toContain(
      'The code is a whole number',
    );
  });

  test('is shown as a sentence', () => {
    const said = (change: Partial<OrderDraft>) => {
      const read = readOrder(draft(change));
      return read.ok ? orderText(read.value) : read.error;
    };
    expect(said({})).toBe('Hold the next answer of search');
    expect(said({ action: 'delay', when: 'every', nth: '3' })).toBe(
      'Delay every 3rd answer of search by 2 s',
    );
    expect(said({ action: 'never-answer', target: 'any', when: 'every', nth: '1' })).toBe(
      'Keep every answer from the client',
    );
    expect(said({ action: 'protocol-error', target: 'method', name: 'tools/list' })).toBe(
      'Turn the next answer of tools/list into the protocol error -32603',
    );
    expect(said({ action: 'tool-error', when: 'every', nth: '22' })).toBe(
      'Turn every 22nd answer of search into a tool error',
    );
  });
});

describe('what stands in the place of an answer', () => {
  test('has data and structuredContent only if they were typed', () => {
    expect(readInstead('protocol-error', EMPTY_INSTEAD)).toEqual({
      ok: true,
      value: { kind: 'protocol-error', code: -32603, message: 'Internal error' },
    });
    expect(readInstead('protocol-error', { ...EMPTY_INSTEAD, data: ' null ' })).toMatchObject({
      value: { data: null },
    });
    expect(readInstead('tool-error', { ...EMPTY_INSTEAD, structured: '{"a": 1}' })).toMatchObject({
      value: { structuredContent: { a: 1 } },
    });
  });

  test('names the member that is not JSON', () => {
    expect(readInstead('protocol-error', { ...EMPTY_INSTEAD, data: '{' })).toMatchObject({
      error: expect.stringContaining('data is not JSON'),
    });
    expect(readInstead('tool-error', { ...EMPTY_INSTEAD, structured: '{' })).toMatchObject({
      error: expect.stringContaining('structuredContent is not JSON'),
    });
    expect(readInstead('tool-error', { ...EMPTY_INSTEAD, structured: '[1]' })).toMatchObject({
      error: expect.stringContaining('must be a JSON object'),
    });
  });
});

describe('an edited line', () => {
  test('is one line, and means what was typed over several', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('\n', '\r\n'), (value, lineEnd) => {
        const read = readEdited(JSON.stringify(value, null, 2).replaceAll('\n', lineEnd));
        if (!read.ok || read.value.kind !== 'edited') throw new Error('not read');
        expect(read.value.text).not.toMatch(/[\r\n]/);
        expect(JSON.parse(read.value.text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('of no JSON goes as it stands, if it is one line', () => {
    expect(readEdited('oops')).toEqual({ ok: true, value: { kind: 'edited', text: 'oops' } });
    expect(readEdited('oops\noops')).toMatchObject({ error: expect.stringContaining('more than one line') });
  });

  test('that is not a message has a warning', () => {
    expect(editedWarning('{"jsonrpc":"2.0","id":1,"result":{}}')).toBe('');
    expect(editedWarning('{"id":1}')).toContain('not a JSON-RPC message');
    expect(editedWarning('{')).toContain('not JSON');
  });
});
