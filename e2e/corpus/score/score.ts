import type { Label, Labels } from './labels.ts';
import { type Said, type SaidFinding, type SaidSentence, saidOf, type Verdicts } from './verdicts.ts';

/** How often something was right, how often it was reported, and how often it should have been. */
export type Tally = { right: number; said: number; due: number };
/** How often something was right, out of how many times. */
export type Share = { right: number; of: number };

/** A finding or a tier that deviates from its label. */
export type Miss = {
  readonly recording: string;
  readonly seq: number;
  readonly what: string;
  readonly kind:
    | 'false'
    | 'over-graded'
    | 'missed'
    | 'under-graded'
    | 'tier'
    | 'where'
    | 'code'
    | 'side'
    | 'actor'
    | 'cause'
    | 'vocabulary';
  /** The verdict, and the label. */
  readonly detail: string;
  readonly isTrap: boolean;
};

/** The figures of a half of the corpus. */
export type Score = {
  recordings: number;
  labels: number;
  traps: Share;
  tiers: Share;
  /** Transport errors over HTTP with the labeled place. */
  wheres: Share;
  codes: Share;
  sides: Share;
  /** Errors with the labeled actor. */
  actors: Share;
  causes: Share;
  /** `right` also counts sentences that claim no cause. */
  causesOrUnknown: Share;
  /** Errors that tempt to blame the wrong actor, and blame nobody. */
  trapActors: Share;
  /** The number of recordings with a labeled sentence. */
  recordingsWithSentences: number;
  /** `right` also counts those without a vocabulary: naming none is never wrong. */
  vocabularies: Share;
  vocabulariesFound: Share;
  violations: Tally;
  readonly rules: Map<string, Tally>;
  readonly sdks: Map<string, { tiers: Share; violations: Tally }>;
  /** Findings per 100 frames, one number per recording. */
  readonly findingsPer100: number[];
  readonly misses: Miss[];
};

export function emptyScore(): Score {
  return {
    recordings: 0,
    labels: 0,
    traps: noShare(),
    tiers: noShare(),
    wheres: noShare(),
    codes: noShare(),
    sides: noShare(),
    actors: noShare(),
    causes: noShare(),
    causesOrUnknown: noShare(),
    trapActors: noShare(),
    recordingsWithSentences: 0,
    vocabularies: noShare(),
    vocabulariesFound: noShare(),
    violations: noTally(),
    rules: new Map(),
    sdks: new Map(),
    findingsPer100: [],
    misses: [],
  };
}

/** Adds one recording's verdicts, compared with its labels, to a score. */
export function addRecording(score: Score, name: string, labels: Labels, verdicts: Verdicts): void {
  const scorer = new RecordingScorer(score, name, labels.sdk);
  score.recordings += 1;
  score.labels += labels.labels.length;
  if (labels.labels.some(({ acts }) => acts !== undefined)) score.recordingsWithSentences += 1;
  scorer.vocabulary(labels.vocabulary, verdicts.vocabularies);
  const labeled = new Set<number>();
  for (const label of labels.labels) {
    labeled.add(label.seq);
    scorer.label(label, saidOf(verdicts, label.seq));
  }
  let findings = 0;
  for (const [seq, said] of verdicts.bySeq) {
    findings += said.findings.length;
    if (!labeled.has(seq)) scorer.unlabeled(seq, said);
  }
  if (verdicts.frames > 0) score.findingsPer100.push((findings * 100) / verdicts.frames);
}

/** Compares one recording; each method adds to the shared score. */
class RecordingScorer {
  readonly #score: Score;
  readonly #recording: string;
  readonly #sdk: { tiers: Share; violations: Tally };

  constructor(score: Score, recording: string, sdk: string) {
    this.#score = score;
    this.#recording = recording;
    this.#sdk = entryOf(score.sdks, sdk, () => ({ tiers: noShare(), violations: noTally() }));
  }

  vocabulary(right: readonly string[], found: readonly string[]): void {
    const isRight = found.every((id) => right.includes(id));
    count(this.#score.vocabularies, isRight);
    if (right.length > 0) count(this.#score.vocabulariesFound, isRight && found.length > 0);
    if (!isRight) {
      const expected = right.length === 0 ? 'none' : right.join(' or ');
      this.#miss({ seq: 0, what: '' }, 'vocabulary', `${found.join(', ')} instead of ${expected}`);
    }
  }

  label(label: Label, said: Said): void {
    const before = this.#score.misses.length;
    this.#tier(label, said);
    this.#sentences(label, said.sentences);
    for (const finding of said.findings) this.#finding(label, finding);
    for (const rule of label.violations ?? []) this.#due(label, rule, said, true);
    for (const rule of adviceOf(label)) this.#due(label, rule, said, false);
    if (label.trap === true) {
      const hit = this.#score.misses
        .slice(before)
        .some(({ kind }) => kind === 'false' || kind === 'over-graded' || kind === 'tier');
      count(this.#score.traps, !hit);
    }
  }

  /** Only a violation on an unlabeled record is false: advice there was not labeled. */
  unlabeled(seq: number, { findings }: Said): void {
    for (const { rule, severity } of findings) {
      if (severity !== 'violation') continue;
      this.#tallies(rule).forEach(said);
      this.#miss({ seq, what: 'no label' }, 'false', `${rule} violation`);
    }
  }

  #tier(label: Label, said: Said): void {
    if (label.tier !== undefined) {
      const isRight = said.tier === label.tier;
      count(this.#score.tiers, isRight);
      count(this.#sdk.tiers, isRight);
      if (!isRight) this.#miss(label, 'tier', `${said.tier} instead of ${label.tier}`);
    }
    if (label.where !== undefined) {
      const isRight = said.where === label.where;
      count(this.#score.wheres, isRight);
      if (!isRight) this.#miss(label, 'where', `${said.where} instead of ${label.where}`);
    }
    // A report has an entry, and thus a code, only for errors.
    if (label.code !== undefined && label.tier !== 'ok') {
      const isRight = said.code === label.code;
      count(this.#score.codes, isRight);
      if (!isRight) this.#miss(label, 'code', `${said.code} instead of ${label.code}`);
    }
  }

  /** Each error on the record must name an actor and a cause that the label allows. */
  #sentences(label: Label, sentences: readonly SaidSentence[]): void {
    const { acts, causes = [], trap } = label;
    if (acts === undefined) return;
    const wrongActors = sentences.filter(({ actor }) => !acts.includes(actor));
    const wrongCauses = sentences.filter(({ cause }) => !isCause(cause, causes));
    const claimed = wrongCauses.filter(({ cause }) => !CLAIMS_NOTHING.has(cause));
    const isSaid = sentences.length > 0;
    count(this.#score.actors, isSaid && wrongActors.length === 0);
    count(this.#score.causes, isSaid && wrongCauses.length === 0);
    count(this.#score.causesOrUnknown, isSaid && claimed.length === 0);
    if (trap === true) {
      const accuses = wrongActors.some(({ actor }) => actor !== 'nobody');
      count(this.#score.trapActors, !accuses);
    }
    if (!isSaid) this.#miss(label, 'actor', `nothing said instead of ${acts.join(' or ')}`);
    for (const { actor } of wrongActors)
      this.#miss(label, 'actor', `${actor} instead of ${acts.join(' or ')}`);
    for (const { cause } of wrongCauses)
      this.#miss(label, 'cause', `${cause} instead of ${causes.join(' or ')}`);
  }

  #finding(label: Label, finding: SaidFinding): void {
    const { rule, severity, side } = finding;
    if (label.may?.includes(rule)) return;
    const isViolation = severity === 'violation';
    const asViolation = label.violations?.includes(rule) === true;
    const isNamed = asViolation || adviceOf(label).includes(rule);
    // Information blames nobody.
    if (severity === 'info' && !isNamed) return;
    const tally = this.#rule(rule);
    tally.said += 1;
    if (isNamed) tally.right += 1;
    if (isViolation) {
      for (const all of [this.#score.violations, this.#sdk.violations]) {
        all.said += 1;
        if (asViolation) all.right += 1;
      }
    }
    if (!isNamed) this.#miss(label, 'false', `${rule} ${severity}`);
    else if (isViolation && !asViolation) this.#miss(label, 'over-graded', `${rule} as a violation`);
    else if (label.side !== undefined) {
      count(this.#score.sides, side === label.side);
      if (side !== label.side) this.#miss(label, 'side', `${rule}: ${side} instead of ${label.side}`);
    }
  }

  #due(label: Label, rule: string, { findings }: Said, asViolation: boolean): void {
    const found = findings.filter((finding) => finding.rule === rule);
    this.#rule(rule).due += 1;
    if (asViolation) {
      this.#score.violations.due += 1;
      this.#sdk.violations.due += 1;
    }
    if (found.length === 0) this.#miss(label, 'missed', rule);
    else if (asViolation && found.every(({ severity }) => severity !== 'violation')) {
      this.#miss(label, 'under-graded', rule);
    }
  }

  #rule(rule: string): Tally {
    return entryOf(this.#score.rules, rule, noTally);
  }

  #tallies(rule: string): Tally[] {
    return [this.#rule(rule), this.#score.violations, this.#sdk.violations];
  }

  #miss({ seq, what, trap }: Pick<Label, 'seq' | 'what' | 'trap'>, kind: Miss['kind'], detail: string): void {
    const recording = this.#recording;
    this.#score.misses.push({ recording, seq, what, kind, detail, isTrap: trap === true });
  }
}

/** Causes that only repeat the answer without a reason; `unknown` in a label stands for any of them. */
export const CLAIMS_NOTHING: ReadonlySet<string> = new Set([
  ...[
    'tool-error',
    'tool-error-without-text',
    'tool-error-withheld',
    'failed',
    'client-event',
    'request-failed',
  ],
  'code-of-no-vocabulary',
]);

function isCause(cause: string, causes: readonly string[]): boolean {
  return causes.includes(cause) || (causes.includes('unknown') && CLAIMS_NOTHING.has(cause));
}

/** Q10 must report failures labeled as hidden. */
function adviceOf({ advice = [], hidden, may = [] }: Label): readonly string[] {
  return hidden === undefined || advice.includes('Q10') || may.includes('Q10') ? advice : [...advice, 'Q10'];
}

function said(tally: Tally): void {
  tally.said += 1;
}

function count(share: Share, isRight: boolean): void {
  share.of += 1;
  if (isRight) share.right += 1;
}

function noTally(): Tally {
  return { right: 0, said: 0, due: 0 };
}

function noShare(): Share {
  return { right: 0, of: 0 };
}

function entryOf<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const known = map.get(key) ?? create();
  map.set(key, known);
  return known;
}
