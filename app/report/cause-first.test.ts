import { describe, expect, it, test } from 'vitest';
import { parseJson } from '../base/json-value.ts';
import { errorText } from '../findings/error-text.ts';
import { isGeneric } from '../findings/rules/wording.ts';
import { ALL_CASES } from '../findings/testing/all-cases.ts';
import { SessionScript } from '../findings/testing/session-script.ts';
import { ReportBuilder } from './build-report.ts';
import { errorDetails, problemTitle } from './problems.ts';
import type { ReportError } from './report.ts';
import { ReportedSession } from './testing/reported.ts';

/** Words that occur in sentences about any error. */
const COMMON =
  'the and that this from for with not has was its server client answer request result error tool message';

const wordsIn = (text: string) =>
  (text.toLowerCase().match(/[\w./-]*\w/g) ?? []).filter((word) => !COMMON.split(' ').includes(word));

/** The errors of the rule corpus, each with the recorded texts and numbers. */
const CORPUS = ALL_CASES.flatMap(({ rule, fires }) => {
  const { records } = fires(new SessionScript());
  const builder = new ReportBuilder();
  for (const record of records) builder.take(record, 1);
  const { sessions } = builder.finish('a.tierscope.jsonl', 'tierscope', []);
  const values = new Set(records.flatMap((record) => wordsIn(valuesOf(record))));
  return sessions.flatMap(({ errors }) => errors.map((error) => ({ rule, error, values })));
});

/** All content of a record, including the JSON in a frame. */
function valuesOf(value: unknown): string {
  if (typeof value === 'string') {
    const held = value.startsWith('{') ? parseJson(value) : undefined;
    return held === undefined ? value : valuesOf(held);
  }
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, member]) => `${name} ${valuesOf(member)}`)
    .join(' ');
}

/** For these, the first line says what is wrong with the line itself, or that it came too late. */
const OF_FORM = [
  'broken-answer',
  'answered-after-cancel',
  'stdout-line-no-message',
  'client-line-no-message',
  'stdout-closed',
];

const firstLine = (error: ReportError) => errorDetails(error)[0]?.text ?? problemTitle(error);

describe('the first line of an error', () => {
  it('is tried on many kinds of errors', () => {
    expect(new Set(CORPUS.map(({ error }) => error.cause)).size).toBeGreaterThanOrEqual(20);
  });

  it.each(CORPUS)(
    'has a value of this very error, or says that its cause is unknown: $rule $error.cause',
    (one) => {
      const line = firstLine(one.error);
      if (line.startsWith('Cause unknown')) return;
      expect(isGeneric(errorText(line)), line).toBe(false);
      if (OF_FORM.includes(one.error.cause) || one.rule === 'D07') return;
      expect(
        wordsIn(line).filter((word) => one.values.has(word)),
        line,
      ).not.toEqual([]);
    },
  );

  it.each(CORPUS)('is neither advice nor a bare status: $rule $error.cause', ({ error }) => {
    expect(firstLine(error)).not.toBe(error.todo);
    expect(firstLine(error)).not.toMatch(/^exchange \d+, status/);
  });
});

const WITHHELD = {
  result: { isError: true, content: [{ type: 'text', text: 'Error executing tool get_weather' }] },
};
const TRACE = [
  'Traceback (most recent call last):',
  '  File "/srv/venv/lib/python3.12/site-packages/mcp/server/tools/base.py", line 98, in run',
  '    return await self.fn(**arguments)',
  '  File "/srv/weather/server.py", line 18, in get_weather',
  '    return TABLE[city]',
  "KeyError: 'paris'",
];

const called = () =>
  new ReportedSession({ tools: {} }).sent({
    id: 7,
    method: 'tools/call',
    params: { name: 'get_weather', arguments: { city: 'Paris' } },
  });

describe('an exception that an SDK keeps to itself', () => {
  const error = called()
    .stderr(...TRACE)
    .got({ id: 7, ...WITHHELD })
    .error();

  it('heads the report with its file and line', () => {
    const [cause, at, code] = errorDetails(error);
    expect(cause).toEqual({ label: 'cause', text: "KeyError: 'paris' · server.py:18 in get_weather" });
    expect(at?.text).toBe('/srv/weather/server.py:18');
    expect(code?.text).toBe('return TABLE[city]');
  });

  it('asks for a fix at that place, and shows what was called', () => {
    expect(error).toMatchObject({ acts: 'server', arguments: '{"city":"Paris"}' });
    expect(error.todo).toContain('Fix the KeyError at server.py:18 in "get_weather"');
  });

  it('is said to be unknown if stderr is silent', () => {
    const silent = called()
      .got({ id: 7, ...WITHHELD })
      .error();
    expect(firstLine(silent)).toMatch(/^Cause unknown: .*Error executing tool get_weather/);
  });
});

test('two exceptions behind one text are two problems', () => {
  const session = new ReportedSession({ tools: {} });
  for (const [id, name] of ['KeyError', 'TypeError', 'KeyError'].entries()) {
    session.sent({ id, method: 'tools/call', params: { name: 'get_weather' } });
    session
      .stderr(...TRACE.slice(0, -1), `${name}: 'paris'`)
      .got({ id, ...WITHHELD })
      .wait(5000);
  }
  expect(session.session().groups.map(({ count }) => count)).toEqual([2, 1]);
});

test('a trace in the text of the answer is read as well', () => {
  const text = 'Tool failed: TypeError: no total\n    at totalOf (/srv/orders/src/orders.ts:31:11)';
  const error = called()
    .got({ id: 7, result: { isError: true, content: [{ type: 'text', text }] } })
    .error();
  expect(error.origin).toMatchObject({ exception: 'TypeError', file: '/srv/orders/src/orders.ts', line: 31 });
});

test('a trace in the data of an error is read as well', () => {
  const stack = 'Error: boom\n    at run (/srv/orders/a.js:3:1)';
  const error = called()
    .got({ id: 7, error: { code: -32603, message: 'Internal error', data: { stack } } })
    .error();
  expect(error.origin).toMatchObject({ function: 'run', file: '/srv/orders/a.js', line: 3 });
});

test('an exception whose stderr belongs to an earlier call heads no later one', () => {
  const session = called()
    .stderr(...TRACE)
    .got({ id: 7, ...WITHHELD })
    .wait(40_000);
  session.sent({ id: 8, method: 'tools/call', params: { name: 'other' } });
  const [, later] = session.got({ id: 8, ...WITHHELD }).session().errors;
  expect(later?.origin).toBeUndefined();
});
