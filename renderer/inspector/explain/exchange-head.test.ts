import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject } from '../../../app/base/json-value.ts';
import { readToolError } from './exchange-head.tsx';

const text = (value: string) => ({ type: 'text', text: value });

describe('readToolError', () => {
  test('reads the stated error with its hint', () => {
    const error = { code: -32001, message: 'No note', data: { recovery: { hint: 'List the notes first.' } } };
    const read = readToolError({
      isError: true,
      content: [text('Error: No note')],
      structuredContent: { error },
    });
    expect(read.error).toMatchObject({ codeText: '-32001', message: 'No note' });
    expect(read.hint).toBe('List the notes first.');
    expect(read.disagreement).toBe('');
    expect(read.agrees).toBe(true);
  });

  test('says where content and structuredContent.error disagree', () => {
    const structuredContent = { error: { code: 1, message: 'Quota exceeded' } };
    const read = readToolError({ isError: true, content: [text('Something went wrong')], structuredContent });
    expect(read.disagreement).toContain('different stories');
    expect(readToolError({ isError: true, content: [], structuredContent }).disagreement).toContain(
      'no text',
    );
  });

  test('lists members that MCP does not define', () => {
    const read = readToolError({ isError: true, reason: 'no_such_note', details: { id: 4 } });
    expect(read.extras.map((extra) => extra.name)).toEqual(['reason', 'details']);
    expect(read.contentProblem).toContain('no content');
  });

  test('empty content is named', () => {
    expect(readToolError({ isError: true, content: [] }).contentProblem).toContain('empty');
  });

  test('any result object can be read', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        (value) => !isJsonObject(value) || Array.isArray(readToolError(value).extras),
      ),
    );
  });
});
