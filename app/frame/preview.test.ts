import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { argumentsPreview, firstText, notificationPreview, preview, resultPreview } from './preview.ts';

describe('a preview', () => {
  test('is one short line, and a preview of itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1000 }), (text) => {
        const shown = preview(text);
        expect(shown.length).toBeLessThanOrEqual(241);
        expect(shown).not.toMatch(/[\p{Cc}\n\r]/u);
        expect(preview(shown)).toBe(shown);
      }),
    );
  });

  test('ends in an ellipsis wherever something was cut, white space or not', () => {
    expect(preview('x'.repeat(240))).toBe('x'.repeat(240));
    expect(preview('x'.repeat(241))).toBe(`${'x'.repeat(240)}…`);
    expect(preview(`a${' '.repeat(600)}b`)).toBe('a…');
    expect(preview(`${'a\n\n\n'.repeat(200)}end`)).toMatch(/^a a .*…$/);
  });

  test('does not cut a surrogate pair in half', () => {
    expect(preview(`${'x'.repeat(239)}\u{1F600}\u{1F600}`)).toBe(`${'x'.repeat(239)}…`);
  });

  test('has no colors', () => {
    expect(preview('\u001b[31mred\u001b[0m\talert')).toBe('red alert');
  });
});

describe('what a result says', () => {
  test('a list says how many items it has', () => {
    expect(resultPreview('tools/list', { tools: [{}, {}] })).toBe('2 tools');
    expect(resultPreview('prompts/list', { prompts: [{}] })).toBe('1 prompt');
    expect(resultPreview('resources/list', { resources: [] })).toBe('0 resources');
  });

  test('a call that is not done says which input it needs', () => {
    const needs = { resultType: 'input_required', inputRequests: { when: {}, where: {} } };
    expect(resultPreview('tools/call', needs)).toBe('needs input: when, where');
    expect(resultPreview('tools/call', { resultType: 'input_required', requestState: 's' })).toBe(
      'needs to be called again',
    );
  });

  test('an answer of the client says what its user did, or what its model said', () => {
    expect(resultPreview('elicitation/create', { action: 'accept', content: {} })).toBe('accept');
    const content = { type: 'text', text: 'Forty-two.' };
    expect(resultPreview('sampling/createMessage', { role: 'assistant', content })).toBe('Forty-two.');
  });

  test('a tool result says its first text', () => {
    const content = [
      { type: 'image', data: '' },
      { type: 'text', text: 'hello\nworld' },
    ];
    expect(resultPreview('tools/call', { content })).toBe('hello world');
    expect(firstText({ content: 'no list' })).toBeUndefined();
  });

  test('an initialize result says who the server is', () => {
    const result = { serverInfo: { name: 'lab', version: '1.0' }, protocolVersion: '2025-11-25' };
    expect(resultPreview('initialize', result)).toBe('lab 1.0 2025-11-25');
  });
});

describe('what a notification says', () => {
  test('a log message says its level and data', () => {
    expect(notificationPreview('notifications/message', { level: 'error', data: { a: 1 } })).toBe(
      'error {"a":1}',
    );
  });

  test('progress says how far it is', () => {
    const params = { progressToken: 1, progress: 2, total: 5, message: 'half' };
    expect(notificationPreview('notifications/progress', params)).toBe('2 of 5 half');
  });

  test('no params make it throw', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const params of [`{"progress":${deep}}`, `{"data":${deep}}`, '{"progress":{"toString":1}}', '7']) {
      const value: unknown = JSON.parse(params);
      notificationPreview('notifications/progress', value);
      notificationPreview('notifications/message', value);
    }
    fc.assert(
      fc.property(
        fc.constantFrom('notifications/message', 'notifications/progress', 'notifications/cancelled'),
        fc.dictionary(fc.constantFrom('progress', 'total', 'data', 'level', 'reason'), fc.jsonValue()),
        (method, params) => void notificationPreview(method, params),
      ),
    );
  });
});

describe('what is said of a task', () => {
  test.each([
    ['tools/call', { task: { taskId: 't', status: 'working' } }, 'task working'],
    [
      'tools/call',
      { resultType: 'task', taskId: 't', status: 'working', statusMessage: 'half' },
      'task working: half',
    ],
    [
      'tasks/get',
      { taskId: 't', status: 'input_required', inputRequests: { who: {} } },
      'task input_required: who',
    ],
    [
      'tasks/get',
      { taskId: 't', status: 'completed', result: { content: [{ text: 'hi' }] } },
      'task completed: hi',
    ],
    ['tasks/cancel', {}, ''],
    ['tools/call', { content: [], structuredContent: { taskId: 't', status: 'working' } }, ''],
  ])('%s %j', (method, result, words) => {
    expect(resultPreview(method, result)).toBe(words);
  });

  test('by a notification', () => {
    expect(notificationPreview('notifications/tasks', { taskId: 't', status: 'failed' })).toBe('task failed');
  });
});

describe('the arguments of a request in short', () => {
  const shown = (args: unknown, method = 'tools/call') =>
    argumentsPreview(method, { name: 'x', arguments: args });

  test('name each value, and only count what is in a list', () => {
    expect(shown({ id: 42, text: 'Paris', tags: ['a', 'b'], where: { x: 1 }, on: true })).toBe(
      'id: 42, text: "Paris", tags: 2 items, where: {…}, on: true',
    );
    expect(shown({ city: 'Paris' }, 'prompts/get')).toBe('city: "Paris"');
    expect([shown({}), shown(undefined), shown([1]), shown({ a: 1 }, 'ping')]).toEqual(['', '', '', '']);
  });

  test('are never longer than a row has room for', () => {
    expect(shown({ text: 'x'.repeat(1_000_000) }).length).toBeLessThanOrEqual(82);
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`name${at}`, at]));
    expect(shown(many)).toMatch(/^name0: 0, name1: 1, .*…$/);
  });
});
