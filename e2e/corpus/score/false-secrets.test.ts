import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { Redactor } from '../../../app/frame/redaction/redactor.ts';
import { readLine } from '../../../app/recording/read-line.ts';

const CORPUS = fileURLToPath(new URL('../', import.meta.url));
/** One frame in this many may have a false positive. */
const FRAMES_TO_ONE = 10_000;

/** The secrets in the recordings: made-up keys and passwords, and session ids. */
const SECRETS = new Set([
  ...['session_GOo581Se9Vpp_Z_emRA=', '811cf1ae-a773-4bcd-a05b-df355566728b', 'figd_dummy', 'x', 'pw'],
  'sbp_0123456789abcdef0123456789abcdef01234567',
]);
/** Redacted by kind, in any recording. */
const PERSONAL = new Set(['e-mail address', 'home folder']);

it('replaces what only looks like a secret in at most one frame of ten thousand', () => {
  let frames = 0;
  const wrong: string[] = [];
  for (const name of readdirSync(CORPUS).filter((file) => file.endsWith('.tierscope.jsonl'))) {
    const redactor = new Redactor();
    const [, ...lines] = readFileSync(`${CORPUS}${name}`, 'utf8').trimEnd().split('\n');
    const records = lines.flatMap((line) => {
      const read = readLine(line);
      return read.kind === 'record' ? [read.record] : [];
    });
    for (const record of records) redactor.learn(record);
    for (const record of records) {
      if (record.type === 'frame') frames += 1;
      const found = redactor
        .hits(record)
        .find(({ kind, secret }) => !PERSONAL.has(kind) && !SECRETS.has(secret));
      if (found !== undefined) wrong.push(`${name}, record ${record.seq}: ${found.kind} "${found.shown}"`);
    }
  }
  console.log(`${wrong.length} of ${frames} frames lose what is no secret`);
  expect(frames).toBeGreaterThan(9000);
  expect(wrong.length > frames / FRAMES_TO_ONE ? wrong : []).toEqual([]);
});
