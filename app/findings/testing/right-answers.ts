import { groupedBy } from '../../base/grouped-by.ts';
import type { FrameRecord, KnownRecord } from '../../frame/record.ts';
import type { Revision } from '../../protocol/revisions.ts';
import { LogModel } from '../../session/log-model.ts';
import type { AnswerEvent, SessionEvent } from '../../session/session-event.ts';
import type { Finding } from '../finding.ts';
import { type FindingOptions, FindingReader } from '../finding-reader.ts';
import { type RightAnswer, rightAnswer } from '../right-answer.ts';

/** A recorded answer, with its findings and the answer that should have been sent. */
export type Proposed = {
  readonly record: FrameRecord;
  readonly findings: readonly Finding[];
  readonly right: RightAnswer;
};

/** All right answers proposed for the answers of a recording. */
export function proposalsFor(
  records: readonly KnownRecord[],
  options: FindingOptions = {},
): readonly Proposed[] {
  const { readers, answers } = analyzed(records, options);
  const found = findingsBySeq(readers);
  return answers.flatMap(({ record, envelope, revision }) => {
    const findings = found.get(record.seq) ?? [];
    const raw = record.raw ?? '';
    const right = rightAnswer({ raw, answer: envelope, revision }, findings);
    return right === undefined ? [] : { record, findings, right };
  });
}

/**
 * Checks the proposed answers in place of the originals: one sentence for each new finding, each violation, and each
 * finding that a proposal claims to fix or resolve but does not.
 */
export function complaintsAbout(
  records: readonly KnownRecord[],
  options: FindingOptions = {},
): readonly string[] {
  const proposed = new Map(proposalsFor(records, options).map((one) => [one.record.seq, one]));
  const fixed = records.map((record) => {
    const right = 'seq' in record ? proposed.get(record.seq)?.right : undefined;
    return right === undefined || record.type !== 'frame' ? record : { ...record, raw: right.line };
  });
  const found = findingsBySeq(analyzed(fixed, options).readers);
  return [...proposed].flatMap(([seq, { findings, right }]) => {
    const before = new Set(findings.map(({ rule }) => rule));
    return (found.get(seq) ?? []).flatMap((finding) => {
      if (OF_AUTHORS.includes(finding.rule)) return [];
      // Advice for an SDK's author is given once per session, so it may have been given elsewhere.
      if (finding.side === 'sdk' && finding.severity !== 'violation') return [];
      const settled = [...right.by, ...right.resolved].includes(finding.rule);
      if (!settled && before.has(finding.rule) && finding.severity !== 'violation') return [];
      return `#${seq} ${[...before].join(' ')}: by ${right.by.join(' ')}, ${finding.rule} ${finding.severity} of ${right.line.slice(0, 200)}: ${finding.explanation}`;
    });
  });
}

type Answered = Pick<AnswerEvent, 'record' | 'envelope'> & { readonly revision: Revision };

/** What only the author can add: how to recover (Q02), a more specific text (Q14), a sentence (Q19), a name (M07). */
const OF_AUTHORS: readonly string[] = ['Q02', 'Q14', 'Q19', 'M07'];

function analyzed(records: readonly KnownRecord[], options: FindingOptions) {
  const readers: FindingReader[] = [];
  const answers: Answered[] = [];
  const log = new LogModel({
    each: (model, session) => {
      const reader = new FindingReader(model, session, options);
      readers.push(reader);
      const take = (event: SessionEvent) => {
        if (event.kind !== 'answer') return;
        const { record, envelope, exchange } = event;
        answers.push({ record, envelope, revision: model.facts.revisionOf(exchange) });
      };
      return [reader, { take }];
    },
  });
  for (const record of records) log.take(record);
  log.finish();
  return { readers, answers };
}

function findingsBySeq(readers: readonly FindingReader[]): ReadonlyMap<number, readonly Finding[]> {
  return groupedBy(
    readers.flatMap(({ sink }) => sink.findings),
    ({ seq }) => seq,
  );
}
