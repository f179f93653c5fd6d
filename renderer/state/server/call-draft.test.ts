import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LAB_SERVER_NAME, LAB_TOOLS } from '../../../app/lab/lab-tools.ts';
import { withValueAt } from '../../ui/forms/form-value.ts';
import {
  checkArguments,
  firstDraft,
  limitText,
  readLimits,
  withText,
  writtenArguments,
} from './call-draft.ts';

const schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const STRANGER = { server: { name: 'stranger', version: '1' } };
const LAB = { server: { name: LAB_SERVER_NAME, version: '1' } };
const first = firstDraft(STRANGER, { name: 'read', inputSchema: schema });

describe('a draft', () => {
  test('begins as a form if there is something to fill in, and else as JSON', () => {
    expect(first).toMatchObject({ view: 'form', kept: { id: '' } });
    expect(firstDraft(STRANGER, { name: 'ping', inputSchema: { type: 'object' } }).view).toBe('json');
    const none = { type: 'object', properties: {} };
    expect(firstDraft(STRANGER, { name: 'ping', inputSchema: none }).view).toBe('form');
  });

  test("the error lab's tools begin as forms, with the arguments and limits of the lab", () => {
    const drafts = LAB_TOOLS.map((tool) => firstDraft(LAB, tool));
    expect(new Set(drafts.map(({ view }) => view))).toEqual(new Set(['form']));
    expect(drafts.map(({ kept }) => kept)).toEqual(LAB_TOOLS.map((tool) => tool.sampleArguments));
    expect(firstDraft(LAB, { name: 'hang', inputSchema: {} }).timeoutMs).toBe('1000');
  });

  test("another server's tool with the name of one of the lab's has its own arguments and no limit", () => {
    const inputSchema = {
      type: 'object',
      properties: { seconds: { type: 'number' } },
      required: ['seconds'],
    };
    const draft = firstDraft(STRANGER, { name: 'hang', inputSchema });
    expect(draft).toMatchObject({ view: 'form', timeoutMs: '' });
    // A required number stays open.
    expect(draft.kept).toEqual({});
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

const own = { timeoutMs: 60_000, maxTotalTimeoutMs: 0, resetTimeoutOnProgress: false };

test("nothing typed leaves the session's limits alone", () => {
  expect(readLimits({ timeoutMs: ' ' })).toEqual({ ok: true, value: {} });
  expect(limitText({}, own)).toBe('60 s');
});

test('what is typed goes with the call, and nothing else', () => {
  const read = readLimits({ timeoutMs: '500', maxTotalMs: '0', reset: 'yes' });
  expect(read).toEqual({
    ok: true,
    value: { timeoutMs: 500, maxTotalTimeoutMs: 0, resetTimeoutOnProgress: true },
  });
  expect(read.ok && limitText(read.value, { ...own, maxTotalTimeoutMs: 9000 })).toBe(
    '500 ms, reset on progress',
  );
});

test('numbers that the host does not take are refused by name', () => {
  expect(readLimits({ timeoutMs: '0' })).toMatchObject({
    ok: false,
    error: expect.stringContaining('time-out'),
  });
  expect(readLimits({ timeoutMs: '', maxTotalMs: '1.5' })).toMatchObject({
    ok: false,
    error: expect.stringContaining('maximum'),
  });
});

const check = {
  type: 'object',
  properties: { id: { type: 'string' }, count: { type: 'integer', minimum: 1 } },
  required: ['id'],
};

describe('checkArguments', () => {
  test('names line and column of what is not JSON', () => {
    expect(checkArguments('{\n "id" 1}', check)).toEqual({
      kind: 'fault',
      message: 'Line 2, column 7: a colon is missing.',
    });
  });

  test('arguments must be an object', () => {
    expect(checkArguments('[1]', check)).toMatchObject({ kind: 'fault' });
  });

  test('what does not fit the schema is a warning and can still be sent', () => {
    const checked = checkArguments('{"count": 0}', check);
    expect(checked).toMatchObject({ kind: 'ready', value: { count: 0 } });
    expect(checked.kind === 'ready' && checked.warnings.map((warning) => warning.path).sort()).toEqual([
      'count',
      'id',
    ]);
  });

  test('empty text stands for no arguments', () => {
    expect(checkArguments('  ', { type: 'object' })).toMatchObject({
      kind: 'ready',
      value: {},
      warnings: [],
    });
  });

  test('a schema that cannot be read is said and forbids nothing', () => {
    const broken = { type: 'object', properties: { a: { $ref: 'https://example.com/x' } } };
    expect(checkArguments('{"a":1}', broken)).toMatchObject({
      kind: 'ready',
      note: expect.stringContaining('cannot be checked'),
    });
  });

  test('whatever a server calls a schema, nothing throws', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('type', 'properties', 'required', 'enum', 'pattern', 'items'),
          fc.jsonValue(),
        ),
        (schema) => {
          checkArguments('{"a":1}', schema);
        },
      ),
    );
  });
});
