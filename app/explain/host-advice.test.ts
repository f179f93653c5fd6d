import { describe, expect, test } from 'vitest';
import { hostTable, parseOwnHosts } from '../hosts/lens/host-table.ts';
import { seenThrough } from '../hosts/lens/lens.ts';
import type { SentAnswer } from '../hosts/lens/sent-answer.ts';
import { HOST_RULES, hostFindings } from './host-advice.ts';

/** What is found through a host that does this with a tool error. */
function found(gets: readonly object[], result: object, more: object = {}) {
  const row = {
    ...{ host: 'acme', versions: { from: '2.0', until: '2.9' }, when: { answer: 'tool-error' }, gets },
    ...{ evidence: 'reported', source: 'acme/acme#1', asOf: '2026-09-22', ...more },
  };
  const own = parseOwnHosts(JSON.stringify({ hosts: [{ id: 'acme', name: 'Acme' }], rows: [row] }));
  if (!own.ok) throw new Error(own.error.join(' '));
  const lens = { table: hostTable([own.value]), host: { host: 'acme', version: '2.1' } };
  const answer: SentAnswer = {
    ...{ kind: 'tool-error', method: 'tools/call', target: '' },
    result: { isError: true, ...result },
  };
  return hostFindings(answer, seenThrough(lens, answer), { session: 's1', seq: 7 });
}

const rulesIn = (...args: Parameters<typeof found>) => found(...args).map(({ rule }) => rule);
const text = (value: string) => ({ type: 'text', text: value });
const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
const texts = { part: 'content', kinds: ['text'] };
const structure = { part: 'structuredContent' };
const hinted = { error: { message: 'No city', data: { recovery: { hint: 'Call search_city.' } } } };

describe('hostFindings', () => {
  test('H01: a hint that stands only where this host drops it', () => {
    expect(rulesIn([texts], { content: [text('No city')], structuredContent: hinted })).toEqual(['H01']);
    expect(rulesIn([texts, structure], { content: [text('No')], structuredContent: hinted })).toEqual([]);
    const repeated = [text('No city. Call  search_city.')];
    expect(rulesIn([texts], { content: repeated, structuredContent: hinted })).toEqual([]);
  });

  test('H02: a block behind the first, if the host takes only that', () => {
    const first = { ...texts, blocks: 'first' };
    expect(rulesIn([first], { content: [text('No'), text('Because')] })).toEqual(['H02']);
    expect(rulesIn([first], { content: [text('No')] })).toEqual([]);
    expect(rulesIn([texts], { content: [text('No'), text('Because')] })).toEqual([]);
  });

  test('H03: an error without a text, of which the host passes on nothing', () => {
    expect(rulesIn([texts], { content: [image] })).toEqual(['H03']);
    expect(rulesIn([{ part: 'content', as: 'block' }], { content: [image] })).toEqual([]);
    expect(rulesIn([texts], { content: [text('No'), image] })).toEqual([]);
  });

  test('H04: structuredContent alone, if the host does not read it', () => {
    expect(rulesIn([texts], { content: [], structuredContent: { a: 1 } })).toEqual(['H04']);
    expect(rulesIn([structure], { content: [], structuredContent: { a: 1 } })).toEqual([]);
  });

  test('H05: a text that the host cuts, or may cut', () => {
    const content = [text('x'.repeat(50))];
    expect(rulesIn([texts], { content }, { cutAfter: 20 })).toEqual(['H05']);
    expect(rulesIn([texts], { content }, { cutAfter: 20, cutUnit: 'tokens' })).toEqual(['H05']);
    expect(rulesIn([texts], { content }, { cutAfter: 60, cutUnit: 'tokens' })).toEqual([]);
  });

  test('each is advice that names host, versions and date, and is certain only if measured in that version', () => {
    const result = { content: [image] };
    const [reported] = found([texts], result);
    expect(reported).toMatchObject({
      ...{ severity: 'advice', certainty: 'likely', side: 'server', session: 's1', seq: 7 },
      ...{
        source: 'acme/acme#1',
        explanation: expect.stringContaining('Acme 2.0 to 2.9, reported 2026-09-22'),
      },
    });
    expect(found([texts], result, { evidence: 'measured' })[0]?.certainty).toBe('certain');
    const old = { evidence: 'measured', versions: { until: '1.9' } };
    expect(found([texts], result, old)[0]?.certainty).toBe('likely');
  });

  test('every rule has a case above', () => {
    expect(Object.keys(HOST_RULES)).toEqual(['H01', 'H02', 'H03', 'H04', 'H05']);
  });
});
