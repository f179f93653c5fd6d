import type { KnownRecord } from '../../frame/record.ts';
import { type RedactionChoices, Redactor } from '../../frame/redaction/redactor.ts';

/** One place of a secret: the record, and the field with its path: `raw: params.arguments.token`. */
export type SecretPlace = { readonly seq: number; readonly path: string };

/** One secret with the places where it stands. */
export type FoundSecret = {
  readonly secret: string;
  /** Shortened, for showing. */
  readonly shown: string;
  readonly kind: string;
  /** Equal secrets have equal numbers: it becomes `<redacted:1>`. */
  readonly number: number;
  /** How many places there are; the first of them are in `listed`. */
  readonly places: number;
  readonly listed: readonly SecretPlace[];
};

export type FoundSecrets = {
  /** In the order of their numbers; the first of them if there are very many. */
  readonly secrets: readonly FoundSecret[];
  /** How many there are in all. */
  readonly total: number;
  /** The places of all secrets together. */
  readonly places: number;
  readonly records: number;
};

/** How much of a preview is listed. */
const LISTED_SECRETS = 2000;
const LISTED_PLACES = 50;

type Tally = { -readonly [Key in keyof FoundSecret]: FoundSecret[Key] } & { listed: SecretPlace[] };

/** Where secrets stand in the records, which are read twice: a secret may show its name later only. */
export function findSecrets(records: Iterable<KnownRecord>, choices: RedactionChoices): FoundSecrets {
  const redactor = new Redactor(choices);
  for (const record of records) redactor.learn(record);
  const found = new Map<string, Tally>();
  let places = 0;
  let count = 0;
  for (const record of records) {
    count += 1;
    for (const { seq, path, ...hit } of redactor.hits(record)) {
      places += 1;
      const tally = found.get(hit.secret) ?? { ...hit, places: 0, listed: [] };
      tally.places += 1;
      if (tally.listed.length < LISTED_PLACES) tally.listed.push({ seq, path });
      found.set(hit.secret, tally);
    }
  }
  const secrets = [...found.values()].sort((a, b) => a.number - b.number).slice(0, LISTED_SECRETS);
  return { secrets, total: found.size, places, records: count };
}
