import { useMemo } from 'react';
import { noNoise } from '../../../app/compare/noise-filter.ts';
import { textDiff } from '../../../app/compare/text-diff.ts';
import { type AnswerChange, changeOf, shownOriginal } from '../../../app/frame/answer-change.ts';
import type { FrameRecord, MarkRecord } from '../../../app/frame/record.ts';
import { DiffView } from '../../ui/content/diff-view.tsx';
import { Card } from '../../ui/controls/card.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { formatDuration } from '../../ui/format/time-text.ts';
import styles from '../explain/explain.module.css';

type Props = {
  readonly record: FrameRecord | MarkRecord;
  /** What the client got; empty if it got nothing. */
  readonly sent: string;
};

/** What a user did to an answer on its way, with the server's text beside the one that the client got. */
export function ChangedCard({ record, sent }: Props) {
  const change = changeOf(record);
  const original = shownOriginal(record);
  const diff = useMemo(
    () => (original === undefined ? undefined : textDiff(original, sent, 'result', noNoise())),
    [original, sent],
  );
  if (change === undefined) return null;
  return (
    <Card title={TITLES[change.how]}>
      <p>
        {changeText(change)}
        {change.heldMs === undefined ? '' : ` It was kept back for ${formatDuration(change.heldMs)}.`}
      </p>
      {diff !== undefined && <DiffView title="From the server, and to the client" diff={diff} />}
      {original !== undefined && (
        <p className={styles.note}>
          Left: the server’s line. Right: what the client got.{' '}
          <CopyButton label="Copy the server’s line" text={() => original} />
        </p>
      )}
    </Card>
  );
}

const TITLES: Readonly<Record<AnswerChange['how'], string>> = {
  held: 'Held on its way',
  delayed: 'Delayed on its way',
  edited: 'Edited on its way',
  'protocol-error': 'Turned into a protocol error on its way',
  'tool-error': 'Turned into a tool error on its way',
  'never-answered': 'Never sent to the client',
};

function changeText({ how }: AnswerChange): string {
  switch (how) {
    case 'held':
    case 'delayed':
      return 'The text is the server’s own; only the time of its arrival is not.';
    case 'edited':
    case 'protocol-error':
    case 'tool-error':
      return 'The server did not send this text: no rule checks it, and an error in it counts at no tier.';
    case 'never-answered':
      return 'The server answered, and a user kept the answer from the client.';
  }
}
