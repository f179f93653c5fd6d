import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withValueAt } from '../../ui/forms/form-value.ts';
import { firstDraft, withText, writtenArguments } from './call-draft.ts';

const schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const first = firstDraft({ name: 'read', inputSchema: schema });

describe('a draft', () => {
  test('begins as a form where there is something to fill in, and as JSON where there is not', () => {
    expect(first).toMatchObject({ view: 'form', kept: { id: '' } });
    expect(firstDraft({ name: 'ping', inputSchema: { type: 'object' } }).view).toBe('json');
  });

  test("the error lab's tools begin as JSON with arguments that fail", () => {
    expect(firstDraft({ name: 'ok-text', inputSchema: schema }).view).toBe('json');
  });

  test('text that is not valid stays as typed, and the form keeps the last valid arguments', () => {
    const typed = withText(withText(first, '{"id":"a"}'), '{"id":"b"');
    expect(typed).toMatchObject({ text: '{"id":"b"', kept: { id: 'a' } });
  });

  test('no text stands for no arguments', () => {
    expect(withText(first, ' ').kept).toEqual({});
  });

  test('what the form writes is what it reads again, and a second writing changes nothing', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), (args) => {
        const written = { ...first, ...writtenArguments(args) };
        const read = withText(written, written.text);
        expect(JSON.stringify(read.kept)).toBe(JSON.stringify(args));
        expect(writtenArguments(read.kept).text).toBe(written.text);
      }),
    );
  });

  test('a change in the form keeps members that the schema does not know', () => {
    const typed = withText(first, '{"unknown":[1],"id":"a"}');
    const changed = writtenArguments(withValueAt(typed.kept, ['id'], 'b') as Record<string, unknown>);
    expect(JSON.parse(changed.text)).toEqual({ unknown: [1], id: 'b' });
  });
});
