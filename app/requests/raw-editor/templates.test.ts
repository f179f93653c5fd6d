import { describe, expect, test } from 'vitest';
import { readEnvelope } from '../../wire/envelope.ts';
import { lineCount, readDraft } from './raw-draft.ts';
import {
  assessReplies,
  goodReplies,
  replyOf,
  TEMPLATE_GROUPS,
  TEMPLATES,
  type TemplateContext,
} from './template.ts';

const LEGACY: TemplateContext = {
  revision: '2025-11-25',
  freshId: '"hand-1"',
  usedId: '7',
  openId: '8',
  tool: 'echo',
};
const MODERN: TemplateContext = { ...LEGACY, revision: '2026-07-28' };

function textOf(id: string, context = LEGACY): string {
  return TEMPLATES.find((template) => template.id === id)?.text(context) ?? 'no such template';
}

describe('the templates', () => {
  test('are named once, belong to a group, and say in sentences what they break and expect', () => {
    expect(new Set(TEMPLATES.map(({ id }) => id)).size).toBe(TEMPLATES.length);
    expect(new Set(TEMPLATES.map(({ group }) => group))).toEqual(new Set(TEMPLATE_GROUPS));
    for (const { breaks, expects, source, good } of TEMPLATES) {
      expect(breaks).toMatch(/^[A-Za-z].*\.$/);
      expect(expects).toMatch(/^[A-Z].*\.$/);
      expect(source).not.toBe('');
      expect(good).not.toEqual([]);
    }
  });

  test.each(TEMPLATES.map((template) => [template.id, template] as const))(
    '%s can be sent',
    (_, template) => {
      for (const context of [LEGACY, MODERN])
        expect(readDraft({ form: 'text', text: template.text(context) }).ok).toBe(true);
    },
  );

  test.each([
    ['cut-off', 'not-json'],
    ['trailing-comma', 'not-json'],
    ['single-quotes', 'not-json'],
    ['not-a-number', 'not-json'],
    ['empty-line', 'not-json'],
    ['two-messages', 'not-json'],
    ['null-byte', 'not-json'],
    ['wrong-version', 'not-json-rpc'],
    ['numeric-version', 'not-json-rpc'],
    ['missing-version', 'not-json-rpc'],
    ['missing-method', 'result'],
    ['numeric-method', 'not-json-rpc'],
    ['id-null', 'not-json-rpc'],
    ['id-object', 'not-json-rpc'],
    ['notification-with-id', 'request'],
    ['request-without-id', 'notification'],
    ['batch', 'batch'],
    ['batch-empty', 'not-json-rpc'],
    ['unknown-method', 'request'],
    ['deep-nesting', 'request'],
  ])('%s reads as %s', (id, kind) => {
    expect(readEnvelope(textOf(id).replace('⟨NUL⟩', '\0')).kind).toBe(kind);
  });

  test('a request of the newest revision carries its _meta, and no ping', () => {
    expect(textOf('unknown-method', MODERN)).toContain(
      '"io.modelcontextprotocol/protocolVersion":"2026-07-28"',
    );
    expect(textOf('unknown-method')).not.toContain('_meta');
    expect(textOf('batch', MODERN)).not.toContain('ping');
  });

  test('a message over several lines is several lines', () => {
    const read = readDraft({ form: 'text', text: textOf('line-feed-inside') });
    expect(read.ok && lineCount(read.value)).toBeGreaterThan(3);
  });

  test('ids of the session are used as they stand', () => {
    expect(textOf('id-used')).toContain('"id":7');
    expect(textOf('id-open')).toContain('"id":8');
  });
});

test('what is good may differ from revision to revision', () => {
  const batch = TEMPLATES.find(({ id }) => id === 'batch');
  const good = (revision: string) => batch && goodReplies(batch, revision);
  expect(good('2025-03-26')).toEqual(['result']);
  expect(good('2025-11-25')).toEqual([-32600]);
  expect(good('')).toEqual([-32600, 'result']);
});

describe('what came back', () => {
  const wanted = { good: [-32700], tolerated: ['silence'] } as const;

  test('is set against what was expected', () => {
    expect(assessReplies(wanted, [], false)).toBe('waiting');
    expect(assessReplies(wanted, [], true)).toBe('tolerated');
    expect(assessReplies(wanted, [-32700], false)).toBe('as expected');
    expect(assessReplies(wanted, [-32700, 'result'], false)).toBe('something else');
  });

  test('is read from its row', () => {
    expect(replyOf({ kind: 'frame', shape: 'error', tier: 'protocol', code: '-32700' })).toBe(-32700);
    expect(replyOf({ kind: 'frame', shape: 'error', tier: 'protocol', code: '"E"' })).toBeNaN();
    expect(replyOf({ kind: 'frame', shape: 'result', tier: 'tool', code: '' })).toBe('tool error');
    expect(replyOf({ kind: 'frame', shape: 'notification', tier: 'ok', code: '' })).toBeUndefined();
    expect(replyOf({ kind: 'http', shape: '', tier: 'transport', code: '' })).toBeNaN();
    expect(replyOf({ kind: 'http', shape: '', tier: 'ok', code: '' })).toBeUndefined();
  });
});
