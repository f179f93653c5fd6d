import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LogAnalyzer } from '../../app/analysis/log-analyzer.ts';
import { streamRecords } from '../recording/load-recording.ts';

// The vocabulary inferred after each record of a real session: more frames never make it wrong.

type Labels = { readonly half: string; readonly vocabulary: readonly string[] };

const ROOT = fileURLToPath(new URL('../../e2e/corpus/', import.meta.url));
const LABELS = '.labels.json';

/** The recordings that are not held out, each with its server's vocabularies. */
function recordings(): readonly (readonly [string, readonly string[]])[] {
  return readdirSync(ROOT).flatMap((file) => {
    if (!file.endsWith(LABELS)) return [];
    const { half, vocabulary }: Labels = JSON.parse(readFileSync(ROOT + file, 'utf8'));
    return half === 'held-out' ? [] : [[file.slice(0, -LABELS.length), vocabulary] as const];
  });
}

/** Every vocabulary that was ever shown. */
async function shown(path: string): Promise<ReadonlySet<string>> {
  const analyzer = new LogAnalyzer();
  const ever = new Set<string>();
  let session: string | undefined;
  await streamRecords(path, {
    onRecord: (record) => {
      analyzer.take(record);
      if (record.type === 'session') session ??= record.session;
      if (session === undefined) return;
      const { sdk, framework } = analyzer.session(session).fingerprints.layers;
      for (const guess of [sdk, framework]) if (guess !== undefined) ever.add(guess.id);
    },
  });
  return ever;
}

describe('the vocabulary of recorded servers', () => {
  it.each(recordings())('is right or none after each record of %s', async (name, right) => {
    expect([...(await shown(`${ROOT}${name}.tierscope.jsonl`))].filter((id) => !right.includes(id))).toEqual(
      [],
    );
  });
});
