import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { complaintsAbout, proposalsFor } from '../../app/findings/testing/right-answers.ts';
import { FileRecords } from './record-runs.ts';

const CORPUS = join(import.meta.dirname, '../../e2e/corpus');

test('what is proposed for an answer passes all rules, in every recording of the corpus', () => {
  let proposals = 0;
  for (const name of readdirSync(CORPUS).filter((one) => one.endsWith('.tierscope.jsonl'))) {
    const records = [...new FileRecords(join(CORPUS, name), {})];
    proposals += proposalsFor(records).length;
    expect([name, ...complaintsAbout(records)]).toEqual([name]);
  }
  expect(proposals).toBeGreaterThan(100);
}, 120_000);
