import { describe, expect, test } from 'vitest';
import { writtenArguments } from './call-draft.ts';
import {
  answerOfDraft,
  draftOfAnswer,
  firstServerRequestDraft,
  readContent,
  resultDraft,
  serverRequestShape,
  withResult,
  withTextContent,
  withToolContent,
} from './server-request-draft.ts';

const FORM = {
  method: 'elicitation/create',
  params: {
    message: 'Who?',
    requestedSchema: {
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'integer', default: 42 } },
      required: ['name'],
    },
  },
} as const;
const SAMPLING = {
  method: 'sampling/createMessage',
  params: { messages: [], modelPreferences: { hints: [{ name: 'claude' }] } },
} as const;

describe('the first draft of an answer', () => {
  test('has the defaults of the schema, and is accepted as it is', () => {
    const draft = firstServerRequestDraft(FORM, []);
    expect(answerOfDraft('values', draft)).toEqual({
      ok: true,
      value: { kind: 'result', result: { action: 'accept', content: { name: '', age: 42 } } },
    });
  });

  test('is a message of the model that the server would like best', () => {
    expect(firstServerRequestDraft(SAMPLING, []).typed.kept).toMatchObject({
      role: 'assistant',
      model: 'claude',
    });
  });

  test('is the list of roots', () => {
    const roots = [{ uri: 'file:///a', name: 'a' }];
    const draft = firstServerRequestDraft({ method: 'roots/list', params: {} }, roots);
    expect(answerOfDraft('roots', draft)).toEqual({ ok: true, value: { kind: 'result', result: { roots } } });
  });
});

describe('a draft', () => {
  const first = firstServerRequestDraft(FORM, []);

  test('shows as a whole result what the form makes, until the result is written by itself', () => {
    expect(resultDraft('values', first).kept).toMatchObject({ action: 'accept', content: { age: 42 } });
    const own = withResult('values', first, writtenArguments({ action: 'maybe' }));
    expect(answerOfDraft('values', { ...own, way: 'result' })).toMatchObject({
      value: { result: { action: 'maybe' } },
    });
    expect(answerOfDraft('values', own)).toMatchObject({ value: { result: { action: 'accept' } } });
  });

  test.each([
    [{ code: '', message: '', data: '' }, 'must be a number'],
    [{ code: '-1', message: '', data: '{' }, 'The data is not JSON'],
  ])('of an error says what is wrong: %o', (error, sentence) => {
    const answer = answerOfDraft('values', { ...first, way: 'error', error });
    expect(answer.ok ? '' : answer.error).toContain(sentence);
  });

  test('of an error may have any number and any data', () => {
    const error = { code: '1.5', message: 'x', data: 'null' };
    expect(answerOfDraft('values', { ...first, way: 'error', error })).toEqual({
      ok: true,
      value: { kind: 'error', code: 1.5, message: 'x', data: null },
    });
  });

  test('whose JSON is broken is not sent', () => {
    const answer = answerOfDraft('values', { ...first, way: 'json', typed: { text: '[1', kept: {} } });
    expect(answer).toEqual({ ok: false, error: 'Line 1, column 3: a comma or ] is missing.' });
    const list = answerOfDraft('values', { ...first, way: 'json', typed: { text: '[1]', kept: {} } });
    expect(list.ok).toBe(false);
  });

  test.each([
    ['values', { kind: 'result', result: { action: 'accept', content: { name: 'Ada' } } }, 'form'],
    [
      'values',
      { kind: 'result', result: { action: 'accept', content: { name: 'Ada' }, _meta: {} } },
      'result',
    ],
    ['values', { kind: 'result', result: { action: 'cancel' } }, 'result'],
    ['visit', { kind: 'result', result: { action: 'accept', content: {} } }, 'result'],
    ['message', { kind: 'result', result: { role: 'user' } }, 'form'],
    ['values', { kind: 'error', code: 4, message: 'm', data: { a: 1 } }, 'error'],
  ] as const)('of %s that is loaded from a kept answer sends that answer: %o', (shape, answer, way) => {
    const draft = draftOfAnswer(shape, first, answer);
    expect(draft.way).toBe(way);
    expect(answerOfDraft(shape, draft)).toEqual({ ok: true, value: answer });
  });
});

test('an elicitation without a mode asks for values', () => {
  expect(serverRequestShape(FORM)).toBe('values');
  expect(serverRequestShape({ method: 'elicitation/create', params: { mode: 'url' } })).toBe('visit');
});

test('the content of a message is a text or the use of one tool, else it is edited as JSON', () => {
  const used = withToolContent({ model: 'm' }, 't1', 'search', { q: 1 });
  expect(used.stopReason).toBe('toolUse');
  expect(readContent(used.content)).toEqual({ kind: 'tool', id: 't1', name: 'search', input: { q: 1 } });
  const text = withTextContent(used, 'hi');
  expect(text).toEqual({ model: 'm', content: { type: 'text', text: 'hi' }, stopReason: 'endTurn' });
  expect(readContent(text.content)).toEqual({ kind: 'text', text: 'hi' });
  expect(readContent([text.content, text.content])).toEqual({ kind: 'other' });
  expect(readContent({ type: 'image', data: '' })).toEqual({ kind: 'other' });
});
