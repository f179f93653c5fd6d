import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../app/base/json-value.ts';
import { safeLink } from '../../ui/controls/links.tsx';
import { ErrorFacts, issuesInText, readIssues } from './error-data-card.tsx';

/** The facts extracted from an error's data, as text. */
function factsOf(data: unknown, declared: JsonObject = {}): string {
  const page = renderToStaticMarkup(createElement(ErrorFacts, { data, declared }));
  return page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}

describe('the facts of error.data', () => {
  test('name the uri of a resource that was not found', () => {
    expect(factsOf({ uri: 'note://42' })).toContain('The resource in question: note://42');
  });

  test('list elicitations with their address', () => {
    const item = { mode: 'url', url: 'https://example.com/auth', message: 'Sign in', elicitationId: 'e1' };
    const facts = factsOf({ elicitations: [item] });
    expect(facts).toContain('must open this address first (“Sign in”)');
    expect(facts).toContain('example.com');
  });

  test('compare required capabilities with the declared ones', () => {
    const data = { requiredCapabilities: { sampling: {}, roots: {} } };
    const facts = factsOf(data, { roots: {} });
    expect(facts).toContain('of the client: sampling, roots .');
    expect(facts).toContain('The client did not declare sampling.');
    const nested = { requiredCapabilities: { elicitation: { form: {}, url: {} } } };
    const ofNested = factsOf(nested, { elicitation: { form: {} } });
    expect(ofNested).toContain('elicitation.form, elicitation.url');
    expect(ofNested).toContain('did not declare elicitation.url.');
  });

  test('are versions, reason, hint and issues side by side', () => {
    const facts = factsOf({
      supported: ['2025-11-25'],
      requested: '2099-01-01',
      reason: 'quota',
      recovery: { hint: 'Wait a minute.' },
      validation_errors: [{ field: 'id', message: 'Required' }],
    });
    expect(facts).toMatch(
      /asked for 2099-01-01 .*supports 2025-11-25 .*Reason: quota .*hint: Wait.* id Required/,
    );
  });

  test('never throw, whatever the data is', () => {
    fc.assert(fc.property(fc.jsonValue(), (data) => typeof factsOf(data) === 'string'));
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
