import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../../app/base/json-value.ts';
import { diagnoseRecords } from '../../../app/checks/doctor/diagnose.ts';
import { type DoctorReport, firstFailure } from '../../../app/checks/doctor/doctor-report.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import { readBytes } from '../../../app/recording/testing/read-bytes.ts';
import { readEnvelope } from '../../../app/wire/envelope.ts';

// The corpus: most starts of its servers succeeded, some did not. Only recordings of the tuning half are named.

const FOLDER = join(import.meta.dirname, '../../../e2e/corpus');
const ENDING = '.tierscope.jsonl';
const NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith(ENDING))
  .map((file) => file.slice(0, -ENDING.length));

function recordsOf(name: string): readonly KnownRecord[] {
  return readBytes(readFileSync(join(FOLDER, `${name}${ENDING}`))).records;
}

function diagnosed(records: readonly KnownRecord[]): DoctorReport {
  const session = records.find((record) => record.type === 'session')?.session ?? 's1';
  return diagnoseRecords(records, session, 'server');
}

/** True if a server answered one of the opening requests; every other start failed. */
function isOpened(records: readonly KnownRecord[]): boolean {
  return records.some((record) => {
    if (record.type !== 'frame' || record.direction !== 'server-to-client') return false;
    const envelope = readEnvelope(record.raw ?? '');
    if (envelope.kind !== 'result' || !isJsonObject(envelope.result)) return false;
    return 'protocolVersion' in envelope.result || 'supportedVersions' in envelope.result;
  });
}

describe('the start that a recording shows', () => {
  const all = NAMES.map((name) => ({ name, records: recordsOf(name) }));

  it('ends in a step that says what to do, if it failed', () => {
    const broken = all.filter(({ records }) => !isOpened(records));
    expect(broken.length).toBeGreaterThan(3);
    const silent = broken.filter(({ records }) => (firstFailure(diagnosed(records))?.todo ?? '') === '');
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('never has a failing step without its evidence in words and its advice', () => {
    const steps = all.flatMap(({ records }) => diagnosed(records).steps);
    const bare = steps.filter(
      ({ status, found, todo }) => found === '' || (status === 'failed' && todo === ''),
    );
    expect(bare).toEqual([]);
  });

  it('has no failing handshake, if it was opened, though it may be a slow one', () => {
    const opened = all.filter(({ records }) => isOpened(records));
    const refused = opened.filter(({ records }) =>
      diagnosed(records).steps.some(
        ({ id, status }) => id === 'handshake' && status !== 'passed' && status !== 'warning',
      ),
    );
    expect(refused.map(({ name }) => name)).toEqual([]);
  });

  it.each([
    ['server-brave-search-no-key', 'configuration', 'BRAVE_API_KEY'],
    ['pypi-sqlite-start-fails', 'process', "has no attribute 'list_resources'"],
    ['hermes-client-0.14.1-initialize-refused', 'handshake', 'refuses initialize'],
  ])('says of %s that the step "%s" failed first', (name, step, words) => {
    const first = firstFailure(diagnosed(recordsOf(name)));
    expect(first?.id).toBe(step);
    expect(first?.found).toContain(words);
  });
});
