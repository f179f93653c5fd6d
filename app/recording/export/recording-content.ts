import { readIsoTime } from '../../base/iso-time.ts';
import type { Header, KnownRecord } from '../../frame/record.ts';
import { type RedactionChoices, Redactor, secretsReplaced } from '../../frame/redaction/redactor.ts';
import type { ProjectSettings } from '../../session/project/project-file.ts';

/** The content to export: a whole recording, or the records left by a filter or a selection. */
export type RecordingContent = {
  readonly header: Header;
  readonly records: Iterable<KnownRecord>;
  readonly project?: ProjectSettings | undefined;
};

/** Milliseconds since 1970 UTC for a record's `at`; counts from 1970 if the header's time is unreadable. */
export function epochOf(header: Pick<Header, 'startedAt'>, at: number): number {
  return (readIsoTime(header.startedAt)?.epochMs ?? 0) + at;
}

/** The content without secrets; the header states how many distinct ones were replaced. `records` is iterated twice. */
export function redactContent(content: RecordingContent, choices: RedactionChoices = {}): RecordingContent {
  const redactor = new Redactor(choices);
  for (const record of content.records) redactor.learn(record);
  const header = redactedHeader(content.header, redactor.count);
  return { ...content, header, records: redacted(content, redactor) };
}

/** The header of a recording in which this many distinct secrets were replaced. */
export function redactedHeader(header: Header, count: number): Header {
  return { ...header, redaction: `${secretsReplaced(count)} by Tierscope` };
}

function* redacted({ records }: RecordingContent, redactor: Redactor): Generator<KnownRecord> {
  for (const record of records) yield redactor.redact(record);
}

/** One place of a secret: the record, and the field with its path: `raw: params.arguments.token`. */
export type SecretPlace = { readonly seq: number; readonly path: string };

export type FoundSecret = {
  readonly secret: string;
  readonly shown: string;
  readonly kind: string;
  /** Equal secrets have equal numbers: this one becomes `<redacted:1>`. */
  readonly number: number;
  /** The number of places; the first ones are in `listed`. */
  readonly places: number;
  readonly listed: readonly SecretPlace[];
};

export type FoundSecrets = {
  readonly secrets: readonly FoundSecret[];
  readonly total: number;
  readonly places: number;
  readonly records: number;
};

const LISTED_SECRETS = 2000;
const LISTED_PLACES = 50;

type Tally = { -readonly [Key in keyof FoundSecret]: FoundSecret[Key] } & { listed: SecretPlace[] };

/** Finds secrets in the records, which are iterated twice because a secret's name may come later. */
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
