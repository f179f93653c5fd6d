import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeLink } from '../../ui/controls/links.tsx';
import { issuesInText, readErrorData, readIssues } from './error-data-card.tsx';

describe('readErrorData', () => {
  test('names the uri of a resource that was not found', () => {
    expect(readErrorData({ uri: 'note://42' }, {})).toEqual([{ kind: 'uri', uri: 'note://42' }]);
  });

  test('lists elicitations with their address', () => {
    const item = { mode: 'url', url: 'https://example.com/auth', message: 'Sign in', elicitationId: 'e1' };
    expect(readErrorData({ elicitations: [item] }, {})).toEqual([
      { kind: 'elicitations', items: [{ message: 'Sign in', url: 'https://example.com/auth', id: 'e1' }] },
    ]);
  });

  test('compares required capabilities with the declared ones', () => {
    const data = { requiredCapabilities: { sampling: {}, roots: {} } };
    expect(readErrorData(data, { roots: {} })).toEqual([
      { kind: 'capabilities', required: ['sampling', 'roots'], missing: ['sampling'] },
    ]);
    const nested = { requiredCapabilities: { elicitation: { form: {}, url: {} } } };
    expect(readErrorData(nested, { elicitation: { form: {} } })).toEqual([
      {
        kind: 'capabilities',
        required: ['elicitation.form', 'elicitation.url'],
        missing: ['elicitation.url'],
      },
    ]);
  });

  test('reads versions, reason, hint and issues side by side', () => {
    const facts = readErrorData(
      {
        supported: ['2025-11-25'],
        requested: '2099-01-01',
        reason: 'quota',
        recovery: { hint: 'Wait a minute.' },
        validation_errors: [{ field: 'id', message: 'Required' }],
      },
      {},
    );
    expect(facts.map((fact) => fact.kind)).toEqual(['versions', 'reason', 'hint', 'issues']);
  });

  test('any data gives facts and never throws', () => {
    fc.assert(fc.property(fc.jsonValue(), (data) => Array.isArray(readErrorData(data, {}))));
  });
});

describe('readIssues', () => {
  test('reads the shapes of zod, pydantic and field maps', () => {
    expect(readIssues([{ path: ['a', 0], message: 'Required' }])).toEqual([
      { path: 'a.0', message: 'Required' },
    ]);
    expect(readIssues([{ loc: ['body', 'id'], msg: 'missing' }])).toEqual([
      { path: 'body.id', message: 'missing' },
    ]);
    expect(readIssues({ id: ['too short', 'not a uuid'] })).toEqual([
      { path: 'id', message: 'too short' },
      { path: 'id', message: 'not a uuid' },
    ]);
  });

  test('names the types of a union that none of the branches fits', () => {
    const branch = (type: string) => [
      { code: 'invalid_value', values: [type], path: ['type'], message: 'x' },
    ];
    const issue = {
      code: 'invalid_union',
      path: ['content', 1],
      message: 'Invalid input',
      errors: [branch('text'), branch('image')],
    };
    expect(readIssues([issue])).toEqual([{ path: 'content.1', message: 'type is none of "text", "image"' }]);
  });

  test('finds the list that an SDK prints behind its sentence', () => {
    const text = 'Invalid arguments for tool x: [ { "path": ["id"], "message": "Required" } ]';
    expect(issuesInText(text)).toEqual([{ path: 'id', message: 'Required' }]);
    expect(issuesInText('see [1] and [2]')).toEqual([]);
  });
});

describe('safeLink', () => {
  test('only https without a user name becomes a link', () => {
    expect(safeLink('https://example.com/a')).toBe('https://example.com/a');
    for (const text of ['http://example.com', 'javascript:alert(1)', 'https://bank.com@evil.test', 'x', '']) {
      expect(safeLink(text)).toBeUndefined();
    }
  });
});
