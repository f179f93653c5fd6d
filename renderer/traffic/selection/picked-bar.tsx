import { useState } from 'react';
import { chooseSides } from '../../state/compare/compare-store.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { openSendAgain } from '../../state/re-run/re-run-store.ts';
import { notify, showDialog } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { clearPicked } from '../../state/selection/picked-rows.ts';
import { type PickedPart, usePickedParts } from '../../state/selection/use-picked-parts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useCopyText } from '../../ui/controls/copy-text.ts';
import { ReasonedButton } from '../../ui/controls/reasoned-button.tsx';
import { MOST_COPIED, pickedText } from './copy-picked.ts';
import styles from './picked-bar.module.css';

/** What can be done with the rows that are picked in a log; below the rows, so that it covers none. */
export function PickedBar() {
  const parts = usePickedParts();
  const merged = useScreen((state) => state.merged);
  const count = parts.reduce((sum, { seqs }) => sum + seqs.size, 0);
  if (count < 2) return null;
  return (
    <div role="toolbar" aria-label="Picked rows" className={styles.bar}>
      <span role="status">
        {count.toLocaleString('en')} rows picked{parts.length > 1 ? ` in ${parts.length} sessions` : ''}
      </span>
      <Button onClick={() => openSendAgain('picked', firstOf(parts))}>Send again…</Button>
      <Button onClick={() => showDialog('export')}>Export…</Button>
      <CopyPicked parts={parts} count={count} />
      {merged && <ComparePicked parts={parts} />}
      <Button look="quiet" title="Pick no rows (Escape)" onClick={clearPicked}>
        Pick none
      </Button>
    </div>
  );
}

/** The session in front where rows of it are picked, else the first that has some. */
function firstOf(parts: readonly PickedPart[]): string | undefined {
  const { active } = useScreen.getState();
  const part = parts.find(({ info }) => info.session === active) ?? parts[0];
  return part?.info.session;
}

type Props = { readonly parts: readonly PickedPart[]; readonly count: number };

function CopyPicked({ parts, count }: Props) {
  const [busy, setBusy] = useState(false);
  const copyText = useCopyText();
  const tooMany = count > MOST_COPIED;
  const copy = async () => {
    setBusy(true);
    const text = await pickedText(parts);
    setBusy(false);
    if (!text.ok) notify({ level: 'warning', text: text.error });
    else if (await copyText(text.value)) notify({ level: 'info', text: `Copied ${count} rows as text.` });
  };
  const reason = tooMany
    ? `At most ${MOST_COPIED.toLocaleString('en')} rows are copied; export them as a file instead.`
    : '';
  return (
    <ReasonedButton
      reason={busy ? 'The rows are being read.' : reason}
      hint="Copy the rows as text, with what went over the wire"
      onClick={() => void copy()}
    >
      Copy rows
    </ReasonedButton>
  );
}

/** Two runs are compared: with rows of more or fewer sessions the button says why it cannot. */
function ComparePicked({ parts }: Pick<Props, 'parts'>) {
  const [before, after] = parts;
  const possible = parts.length === 2 && before !== undefined && after !== undefined;
  const hint = possible
    ? `Compare ${before.name} with ${after.name}, from the first picked row to the last of each`
    : '';
  const reason = possible ? '' : 'Two runs are compared: pick rows of exactly two sessions.';
  const compare = () => {
    if (!possible) return;
    showDialog('compare');
    void chooseSides(sideOf(before), sideOf(after));
  };
  return (
    <ReasonedButton reason={reason} hint={hint} onClick={compare}>
      Compare…
    </ReasonedButton>
  );
}

/** The part of a session from its first picked row to the last, whole exchanges. */
function sideOf({ info, seqs }: PickedPart) {
  const { mirror } = sessionLog(info.session);
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (const seq of seqs) {
    const pair = mirror.rowOf(seq)?.pair ?? 0;
    from = Math.min(from, seq, pair > 0 ? pair : seq);
    to = Math.max(to, seq, pair);
  }
  return { session: info.session, from, to };
}
