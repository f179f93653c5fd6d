import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../base/json-value.ts';
import { hostTable } from './host-table.ts';
import { findRow } from './lens.ts';
import { passedOn } from './passed-on.ts';
import type { SentAnswer } from './sent-answer.ts';
import { answerOf } from './testing/answer-for-row.ts';
import cases from './testing/host-cases.json' with { type: 'json' };

const table = hostTable();
const CALL = { name: 'get_thing', args: { id: 3 } };

/** The texts, with the host's own values from the case. */
function shown(host: string, version: string, answer: SentAnswer): string {
  const found = findRow(table, { host, version }, answer);
  if (found === undefined) throw new Error(`no row of ${host} speaks of ${JSON.stringify(answer)}`);
  const { segments } = passedOn(found.row, answer);
  return segments
    .map((segment) => (segment.kind === 'text' ? segment.text : ''))
    .join('')
    .replace('{seconds}', '0.0420')
    .replace('{server}', 'srv')
    .replace('{call}', () => JSON.stringify(CALL));
}

/** What the host's source makes of each answer was worked out by hand, or measured by the case's source. */
describe('what a host passes on is what its source says', () => {
  test.each(cases.map((one, index) => ({ ...one, index })))('$index $host', (one) => {
    const answer = answerOf(CALL.name, one.sent as JsonObject);
    expect(shown(one.host, one.version ?? '', answer)).toBe(one.got);
  });

  test('there are cases of 23 hosts', () => {
    expect(new Set(cases.map(({ host }) => host)).size).toBe(23);
  });
});
