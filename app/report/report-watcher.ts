import { codeName } from '../codes/code-name.ts';
import type { Finding } from '../findings/finding.ts';
import { LogFinder } from '../findings/log-finder.ts';
import { FingerprintReader } from '../fingerprints/fingerprint-reader.ts';
import type { KnownRecord } from '../frame/record.ts';
import type { Envelope } from '../wire/envelope.ts';
import type { CodeContext, RecordingWatcher } from './recording-watcher.ts';
import type { ReportVocabulary } from './report.ts';

/** Judges a recording for its report: the rules, the fingerprints, and the names of codes in their vocabulary. */
export class ReportWatcher implements RecordingWatcher {
  readonly #finder = new LogFinder();
  readonly #findings: Finding[] = [];
  readonly #fingerprints = new Map<string, FingerprintReader>();

  ingest(record: KnownRecord, envelope: Envelope | undefined): void {
    this.#findings.push(...this.#finder.ingest(record, envelope));
    if (record.type !== 'mark' && record.type !== 'end') {
      this.#reader(record.session).ingest(record, envelope);
    }
  }

  findings(): readonly Finding[] {
    this.#findings.push(...this.#finder.finish());
    return this.#findings;
  }

  /** The framework where it is known, for its codes are what the server's author uses; else the SDK. */
  vocabulary(session: string): ReportVocabulary | null {
    const { framework, sdk } = this.#reader(session).layers;
    const guess = framework ?? sdk;
    if (guess === undefined) return null;
    const evidence = guess.evidence.map(({ seq, note }) => `seq ${seq}: ${note}`);
    return { id: guess.id, confidence: guess.confidence, evidence };
  }

  codeName(codeText: string, context: CodeContext): string {
    const { vocabulary, protocolVersion, message, method, tier } = context;
    return codeName(codeText, {
      vocabularies: vocabulary === null ? [] : [vocabulary],
      revision: protocolVersion,
      message,
      tier,
      ...(method === null ? {} : { method }),
    });
  }

  #reader(session: string): FingerprintReader {
    const known = this.#fingerprints.get(session);
    if (known !== undefined) return known;
    const reader = new FingerprintReader();
    this.#fingerprints.set(session, reader);
    return reader;
  }
}
