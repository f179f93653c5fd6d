import type { KnownRecord } from '../frame/record.ts';
import type { ErrorTier } from '../frame/tier.ts';
import type { Envelope } from '../wire/envelope.ts';
import type { ReportFinding, ReportVocabulary } from './report.ts';

/** What a code's name may depend on. */
export type CodeContext = {
  readonly tier: ErrorTier;
  readonly method: string | null;
  readonly message: string;
  readonly protocolVersion: string | null;
  readonly vocabulary: ReportVocabulary | null;
};

/** Judges a recording while the report reads it: findings, vocabularies and the names of codes. */
export type RecordingWatcher = {
  /** Takes the next record, with the reading of its line where it is a frame. */
  ingest(record: KnownRecord, envelope: Envelope | undefined): void;
  /** Asked once, after the last record. */
  findings(): readonly (ReportFinding & { readonly session: string })[];
  vocabulary(session: string): ReportVocabulary | null;
  /** The short name of a code, which is given as its JSON text. */
  codeName(codeText: string, context: CodeContext): string | null;
};

/** Judges nothing. */
export const NO_WATCHER: RecordingWatcher = {
  ingest: () => undefined,
  findings: () => [],
  vocabulary: () => null,
  codeName: () => null,
};
