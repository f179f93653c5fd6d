import { describe, expect, test } from 'vitest';
import { hostTable, parseOwnHosts } from '../hosts/lens/host-table.ts';
import { type HostVersion, seenThrough } from '../hosts/lens/lens.ts';
import type { SentAnswer } from '../hosts/lens/sent-answer.ts';
import { HOST_RULES, hostFindings } from './host-advice.ts';

/** The findings for a host that passes on these parts of a tool error. */
function found(gets: readonly object[], result: object, more: object = {}, chars?: number) {
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
  return hostFindings(
    answer,
    seenThrough(lens, answer),
    { session: 's1', seq: 7 },
    {
      chars: chars ?? JSON.stringify(answer).length,
      table: lens.table,
    },
  );
}

const rulesIn = (...args: Parameters<typeof found>) => found(...args).map(({ rule }) => rule);
const text = (value: string) => ({ type: 'text', text: value });
const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
const texts = { part: 'content', kinds: ['text'] };
const structure = { part: 'structuredContent' };
const hinted = { error: { message: 'No city', data: { recovery: { hint: 'Call search_city.' } } } };

describe('hostFindings', () => {
  test('L01: a hint that stands only where this host drops it', () => {
    expect(rulesIn([texts], { content: [text('No city')], structuredContent: hinted })).toEqual(['L01']);
    expect(rulesIn([texts, structure], { content: [text('No')], structuredContent: hinted })).toEqual([]);
    const repeated = [text('No city. Call  search_city.')];
    expect(rulesIn([texts], { content: repeated, structuredContent: hinted })).toEqual([]);
  });

  test('L02: a block behind the first, if the host takes only that', () => {
    const first = { ...texts, blocks: 'first' };
    expect(rulesIn([first], { content: [text('No'), text('Because')] })).toEqual(['L02']);
    expect(rulesIn([first], { content: [text('No')] })).toEqual([]);
    expect(rulesIn([texts], { content: [text('No'), text('Because')] })).toEqual([]);
  });

  test('L03: an error without a text, of which the host passes on nothing', () => {
    expect(rulesIn([texts], { content: [image] })).toEqual(['L03']);
    expect(rulesIn([{ part: 'content', as: 'block' }], { content: [image] })).toEqual([]);
    expect(rulesIn([texts], { content: [text('No'), image] })).toEqual([]);
  });

  test('L04: structuredContent alone, if the host does not read it', () => {
    expect(rulesIn([texts], { content: [], structuredContent: { a: 1 } })).toEqual(['L04']);
    expect(rulesIn([structure], { content: [], structuredContent: { a: 1 } })).toEqual([]);
  });

  test('L05: a text that the host cuts, or may cut', () => {
    const content = [text('x'.repeat(50))];
    expect(rulesIn([texts], { content }, { cutAfter: 20 })).toEqual(['L05']);
    expect(rulesIn([texts], { content }, { cutAfter: 20, cutUnit: 'tokens' })).toEqual(['L05']);
    expect(rulesIn([texts], { content }, { cutAfter: 60, cutUnit: 'tokens' })).toEqual([]);
  });

  test('L05: many blocks, and an answer that is too heavy to be read whole, by their size', () => {
    const content = Array(300).fill(text('x'.repeat(100)));
    const [said] = found([texts], { content }, { cutAfter: 25_000 });
    expect(said?.explanation).toMatch(/after 25,000 characters; this one has 30,199 characters\./);
    expect(rulesIn([texts], { content }, { cutAfter: 31_000 })).toEqual([]);
    expect(rulesIn([texts], { content: [] }, { cutAfter: 25_000 }, 13_800_000)).toEqual(['L05']);
  });

  describe('L05 for a result above a limit of the host', () => {
    const acme = {
      ...{ answer: 'success', most: 1000, unit: 'tokens', warnsAbove: 500, beyond: 'file' },
      ...{ evidence: 'documented', source: 'acme.example', asOf: '2026-10-05' },
    };
    const own = parseOwnHosts(JSON.stringify({ hosts: [{ id: 'acme', name: 'Acme', limits: [acme] }] }));
    const table = hostTable(own.ok ? [own.value] : []);
    const saidOf = (content: readonly object[], host: HostVersion | undefined, method = 'tools/call') => {
      const answer: SentAnswer = { kind: 'success', method, target: '', result: { content } };
      const line = { chars: JSON.stringify(content).length, table };
      const seen = seenThrough({ table, host }, answer);
      return hostFindings(answer, seen, { session: 's1', seq: 7 }, line).map(
        ({ explanation }) => explanation,
      );
    };
    const acmeHost = { host: 'acme', version: '' };

    test('says how large it is, what the limit is, who says so, and what happens', () => {
      expect(saidOf([text('x'.repeat(8000))], acmeHost)).toEqual([
        'Acme takes at most 1,000 tokens of a result by default; this one has 8.0 kB, about 2,000 tokens (an estimate). It goes into a file, and the model gets the path. (Acme, documented 2026-10-05.)',
      ]);
      expect(saidOf([text('x'.repeat(3000))], acmeHost)[0]).toMatch(
        /^Acme warns of a result above 500 tokens/,
      );
      expect(saidOf([text('x'.repeat(1900))], acmeHost)).toEqual([]);
    });

    test('leaves out media, which are no text, and other methods', () => {
      expect(saidOf([{ ...image, data: 'A'.repeat(90_000) }], acmeHost)).toEqual([]);
      expect(saidOf([text('x'.repeat(8000))], acmeHost, 'resources/read')).toEqual([]);
    });

    test('without a host, speaks only of what is too large for all whose limit is known', () => {
      expect(saidOf([text('x'.repeat(140_000))], undefined)).toEqual([]);
      const [said] = saidOf([text('x'.repeat(6_800_000))], undefined);
      expect(said).toMatch(
        /^This result has 6\.8 MB, about 1,700,000 tokens \(an estimate\): .*Acme.*Claude Code/,
      );
    });

    test('takes the built-in limits of Claude Code: 50,000 characters, and a warning at 10,000 tokens', () => {
      const claude = { host: 'claude-code', version: '2.1.280' };
      expect(saidOf([text('x'.repeat(60_000))], claude)[0]).toContain('at most 50,000 characters');
      expect(saidOf([text('x'.repeat(45_000))], claude)[0]).toContain('warns of a result above 40,000');
      expect(saidOf([text('x'.repeat(30_000))], claude)).toEqual([]);
      const blocks = Array(1000).fill(text('x'.repeat(60)));
      expect(saidOf(blocks, claude)[0]).toContain('this one has 60.2 kB');
    });
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
    expect(Object.keys(HOST_RULES)).toEqual(['L01', 'L02', 'L03', 'L04', 'L05', 'L06', 'L07', 'L08']);
  });
});
