import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { VOCABULARIES } from '../../../app/codes/catalog.ts';
import causes from '../../../app/explain/causes.json' with { type: 'json' };
import { HOST_RULES } from '../../../app/explain/host-advice.ts';
import { ruleById } from '../../../app/findings/all-rules.ts';
import { exchangePlace, readLabels } from './labels.ts';
import { CLAIMS_NOTHING } from './score.ts';

const CORPUS = fileURLToPath(new URL('../', import.meta.url));
const RECORDING = '.tierscope.jsonl';
const LABELS = '.labels.json';
const NAMES = named(LABELS);
const CAUSES = new Set(Object.keys(causes).map((key) => key.split('.', 1)[0]));
const VOCABULARY_IDS = VOCABULARIES.map(({ id }) => id);

function named(suffix: string): string[] {
  return readdirSync(CORPUS)
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length))
    .sort();
}

describe('the corpus', () => {
  it('has labels beside every recording, and a recording beside all labels', () => {
    expect(named(RECORDING)).toEqual(NAMES);
  });

  it('keeps some recordings of each half apart', () => {
    const halves = NAMES.map((name) => readLabels(readFileSync(`${CORPUS}${name}${LABELS}`, 'utf8')).half);
    expect(new Set(halves)).toEqual(new Set(['tuning', 'held-out']));
  });

  it('says of at least 700 errors in 60 recordings who acts and why, in each half of at least 300', () => {
    const files = NAMES.map((name) => readLabels(readFileSync(`${CORPUS}${name}${LABELS}`, 'utf8')));
    const judged = files.flatMap(({ half, labels }) => {
      const count = labels.filter(({ acts }) => acts !== undefined).length;
      return count === 0 ? [] : [{ half, count }];
    });
    const countOf = (half: string) =>
      judged.reduce((sum, one) => sum + (one.half === half ? one.count : 0), 0);
    expect(judged.length).toBeGreaterThanOrEqual(60);
    expect(countOf('tuning') + countOf('held-out')).toBeGreaterThanOrEqual(700);
    expect(Math.min(countOf('tuning'), countOf('held-out'))).toBeGreaterThanOrEqual(300);
  });

  it('calls causes unknown that exist', () => {
    expect([...CLAIMS_NOTHING].filter((cause) => !CAUSES.has(cause))).toEqual([]);
  });

  it.each(NAMES)(
    '%s has labels of records that are there, and names rules, causes and vocabularies that exist',
    (name) => {
      const { labels, sdk, vocabulary } = readLabels(readFileSync(`${CORPUS}${name}${LABELS}`, 'utf8'));
      const lines = readFileSync(`${CORPUS}${name}${RECORDING}`, 'utf8').trimEnd().split('\n');
      const records = lines.map((line) => JSON.parse(line) as { seq?: number; x?: number });
      const seqs = new Set(
        records.flatMap(({ seq, x }) => (x === undefined ? [seq] : [seq, exchangePlace(x)])),
      );
      expect(labels.filter(({ seq }) => !seqs.has(seq))).toEqual([]);
      const rules = labels.flatMap((label) => [label.violations, label.advice, label.may].flat());
      expect(
        rules.filter((id) => id !== undefined && ruleById(id) === undefined && !(id in HOST_RULES)),
      ).toEqual([]);
      const named = labels.flatMap((label) => label.causes ?? []);
      expect(named.filter((cause) => cause !== 'unknown' && !CAUSES.has(cause))).toEqual([]);
      expect([...VOCABULARY_IDS, 'other']).toContain(sdk);
      for (const id of vocabulary) expect(VOCABULARY_IDS).toContain(id);
    },
  );
});
