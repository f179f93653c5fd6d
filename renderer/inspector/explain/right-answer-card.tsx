import { useMemo } from 'react';
import { noNoise } from '../../../app/analysis/compare/noise-filter.ts';
import { textDiff } from '../../../app/analysis/compare/text-diff.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { Finding } from '../../../app/findings/finding.ts';
import { type RightAnswer, rightAnswer } from '../../../app/findings/right-answer.ts';
import { readRevision } from '../../../app/protocol/revisions.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import type { ReadFrame } from '../../state/log/use-record.ts';
import { LineDiff } from '../../ui/content/diff-view.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Card, kit } from '../../ui/kit.tsx';

/** A longer line is not laid out as a difference. */
const MAX_CHARS = 100_000;

type ChangeProps = { readonly sent: ReadFrame; readonly right: RightAnswer };

/** {@link rightAnswerFor}, worked out once for an answer and its findings: a page is drawn again with each frame. */
export function useRightAnswer(
  { answer, unmatched }: Inspected,
  findings: readonly Finding[],
  { protocolVersion }: SessionInfo,
): ChangeProps | undefined {
  const sent = answer ?? unmatched;
  // A frame is read again with each record, but what was read of it stays the same.
  const [seq, raw, envelope] = [sent?.row.seq, sent?.raw, sent?.envelope];
  return useMemo(
    () => rightAnswerFor({ answer, unmatched }, findings, { protocolVersion }),
    [seq, raw, envelope, findings, protocolVersion],
  );
}

/** What should have been sent in place of the answer: one frame for all findings of the row. */
export function RightAnswerCard({ sent, right }: ChangeProps) {
  const { line, by } = right;
  const diff = useMemo(() => textDiff(sent.raw, line, 'result', noNoise()), [sent.raw, line]);
  return (
    <Card title="What to send instead" aside={by.join(', ')}>
      <LineDiff label="What was sent, and what would be right" diff={diff} />
      <div className={`${kit.wrap} ${kit.remark}`}>
        <CopyButton
          label="Copy the right frame"
          done="Copied the right frame"
          text={() => line}
          known={[sent.raw]}
        />
      </div>
    </Card>
  );
}

/** The right answer in place of the one that the exchange has, by its findings; undefined for none. */
export function rightAnswerFor(
  { answer, unmatched }: Pick<Inspected, 'answer' | 'unmatched'>,
  findings: readonly Finding[],
  { protocolVersion }: Pick<SessionInfo, 'protocolVersion'>,
): ChangeProps | undefined {
  const sent = answer ?? unmatched;
  if (sent === undefined || sent.raw.length > MAX_CHARS) return undefined;
  const { envelope, raw, row } = sent;
  if (envelope.kind !== 'result' && envelope.kind !== 'error') return undefined;
  const own = findings.filter(({ seq }) => seq === row.seq);
  const right = rightAnswer({ raw, answer: envelope, revision: readRevision(protocolVersion) }, own);
  return right === undefined ? undefined : { sent, right };
}
