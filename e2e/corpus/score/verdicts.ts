import type { Actor } from '../../../app/protocol/actor.ts';
import type { RecordingReport } from '../../../app/report/report.ts';
import { exchangePlace } from './labels.ts';

/** Tierscope's verdict on one record. */
export type Said = {
  readonly tier: string;
  readonly code: number | null;
  /** Where it failed over HTTP; null for nowhere. */
  readonly where: string | null;
  readonly findings: readonly SaidFinding[];
  /** Who has to act and why, for each error on the record. */
  readonly sentences: readonly SaidSentence[];
};

export type SaidSentence = { readonly actor: Actor; readonly cause: string };

export type SaidFinding = {
  readonly rule: string;
  readonly severity: 'violation' | 'advice' | 'info';
  readonly side: string;
};

/** Tierscope's verdicts on a recording, from `report`. */
export type Verdicts = {
  readonly frames: number;
  readonly vocabularies: readonly string[];
  readonly bySeq: ReadonlyMap<number, Said>;
};

const NOTHING: Said = { tier: 'ok', code: null, where: null, findings: [], sentences: [] };

/** The verdict on a record; by default it is ok. */
export function saidOf({ bySeq }: Verdicts, seq: number): Said {
  return bySeq.get(seq) ?? NOTHING;
}

/** Extracts from a report what labels can be compared with. */
export function verdictsOf({ sessions }: Pick<RecordingReport, 'sessions'>): Verdicts {
  const bySeq = new Map<number, Said>();
  for (const { errors, findings } of sessions) {
    for (const { seq: own, caused = [], tier, code, acts: actor, cause, http } of errors) {
      for (const seq of http === null ? [own, ...caused] : [exchangePlace(http.x)]) {
        // The first of two errors on one record, such as two calls ended by one exit, represents both.
        const said = bySeq.get(seq) ?? { ...NOTHING, tier, code, where: http?.where ?? null };
        bySeq.set(seq, { ...said, sentences: [...said.sentences, { actor, cause }] });
      }
    }
    for (const { seq: own, rule, severity, side, http } of findings) {
      const seq = http === null ? own : exchangePlace(http.x);
      const said = bySeq.get(seq) ?? NOTHING;
      if (said.findings.some((finding) => finding.rule === rule && finding.severity === severity)) continue;
      bySeq.set(seq, { ...said, findings: [...said.findings, { rule, severity, side }] });
    }
  }
  return {
    frames: sessions.reduce((sum, { counts }) => sum + counts.frames, 0),
    vocabularies: sessions.flatMap(({ vocabulary }) => (vocabulary === null ? [] : [vocabulary.id])),
    bySeq,
  };
}
