import { useState } from 'react';
import { ok, type Result } from '../../../app/base/result.ts';
import { recordText } from '../../../app/frame/query/text-matcher.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import type { Row } from '../../../app/frame/row.ts';
import { seqRanges } from '../../../app/frame/view/seq-ranges.ts';
import type { RowKey } from '../../../app/frame/view/view-page.ts';
import { inOrder } from '../../state/log/front-view.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { records } from '../../state/log/use-record.ts';
import { chooseSides } from '../../state/runs/compare-store.ts';
import { openReRun } from '../../state/runs/re-run-store.ts';
import { isAnyOpen, notify, showDialog, useScreen } from '../../state/screen/screen-store.ts';
import {
  clearSelection,
  extendSelection,
  type SelectionPart,
  useSelectionParts,
} from '../../state/selection/selection.ts';
import { actionsOf } from '../../ui/controls/action.ts';
import { useCopyText } from '../../ui/controls/copy-button.tsx';
import { formatClock } from '../../ui/format/quantity-text.ts';
import { Button, ReasonedButton } from '../../ui/kit.tsx';
import styles from './selection-bar.module.css';

/** The actions for the selected rows of a log; placed below the rows, so that it covers none. */
export function SelectionBar() {
  const parts = useSelectionParts();
  const merged = useScreen((state) => state.merged);
  const count = parts.reduce((sum, { seqs }) => sum + seqs.size, 0);
  if (count < 2) return null;
  return (
    <div role="toolbar" aria-label="Selected rows" className={styles.bar}>
      <span role="status">
        {count.toLocaleString('en')} rows selected{parts.length > 1 ? ` in ${parts.length} sessions` : ''}
      </span>
      <Button onClick={() => openReRun('rows', firstOf(parts))}>Re-run…</Button>
      <Button onClick={() => showDialog('export')}>Export…</Button>
      <CopySelection parts={parts} count={count} />
      {merged && <CompareSelection parts={parts} />}
      <Button look="quiet" title="Clear the selection (Escape)" onClick={clearSelection}>
        Clear
      </Button>
    </div>
  );
}

function firstOf(parts: readonly SelectionPart[]): string | undefined {
  const { active } = useScreen.getState();
  const part = parts.find(({ info }) => info.session === active) ?? parts[0];
  return part?.info.session;
}

type Props = { readonly parts: readonly SelectionPart[]; readonly count: number };

function CopySelection({ parts, count }: Props) {
  const [busy, setBusy] = useState(false);
  const copyText = useCopyText();
  const tooMany = count > MAX_COPIED;
  const copy = async () => {
    setBusy(true);
    const text = await selectionText(parts);
    setBusy(false);
    if (!text.ok) notify({ level: 'warning', text: text.error });
    else await copyText(text.value, { done: `Copied ${count} rows as text` });
  };
  const reason = tooMany
    ? `At most ${MAX_COPIED.toLocaleString('en')} rows are copied; export them as a file instead.`
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

/** Compares two runs; unless the rows are from two sessions, the button shows why it cannot. */
function CompareSelection({ parts }: Pick<Props, 'parts'>) {
  const [before, after] = parts;
  const possible = parts.length === 2 && before !== undefined && after !== undefined;
  const hint = possible
    ? `Compare ${before.name} with ${after.name}, from the first selected row to the last of each`
    : '';
  const reason = possible ? '' : 'Two runs are compared: select rows of exactly two sessions.';
  const compare = async () => {
    if (!possible) return;
    showDialog('compare');
    await chooseSides(await sideOf(before), await sideOf(after));
  };
  return (
    <ReasonedButton reason={reason} hint={hint} onClick={() => void compare()}>
      Compare…
    </ReasonedButton>
  );
}

/** A session from its first selected row to the last, in whole exchanges. */
async function sideOf({ info, seqs }: SelectionPart) {
  const { mirror } = sessionLog(info.session);
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (const seq of seqs) {
    const pair = (await mirror.fetchRow(seq))?.pair ?? 0;
    from = Math.min(from, seq, pair > 0 ? pair : seq);
    to = Math.max(to, seq, pair);
  }
  return { session: info.session, from, to };
}

export const SELECTION_ACTIONS = actionsOf(
  'Log',
  [
    ['Select rows down', 'J', () => void extendSelection(1)],
    ['Select rows up', 'K', () => void extendSelection(-1)],
    ['Clear the selection', '', clearSelection],
  ],
  isAnyOpen,
);

const MAX_COPIED = 2000;

/** The selected rows as text, one per line, in log order. Fails with the host's sentence. */
async function selectionText(parts: readonly SelectionPart[]): Promise<Result<string>> {
  const lines: { readonly key: RowKey; readonly line: string }[] = [];
  for (const { info, name, seqs } of parts) {
    const read = await recordsOf(info.session, seqs);
    if (!read.ok) return read;
    const { mirror } = sessionLog(info.session);
    for (const seq of [...seqs].sort((a, b) => a - b)) {
      const row = await mirror.fetchRow(seq);
      if (row === undefined) continue;
      const owner = parts.length > 1 ? name : '';
      const line = rowLine(row, formatClock(info.startedAt, row.at), owner, read.value.get(seq));
      lines.push({ key: { session: info.session, seq }, line });
    }
  }
  if (parts.length < 2) return ok(lines.map(({ line }) => line).join('\n'));
  const texts = new Map(lines.map(({ key, line }) => [`${key.session} ${key.seq}`, line]));
  const keys = await inOrder(lines.map(({ key }) => key));
  return ok(keys.map(({ session, seq }) => texts.get(`${session} ${seq}`) ?? '').join('\n'));
}

/** One row: time, session, origin, and the line as on the wire or the text of the event. */
export function rowLine(row: Row, time: string, owner: string, record: KnownRecord | undefined): string {
  const raw = record?.type === 'frame' || record?.type === 'stderr' ? recordText(record) : '';
  const text = raw === '' ? row.text || row.method : raw;
  return [time, owner, originLabel(row), text].filter((part) => part !== '').join('  ');
}

function originLabel({ kind, direction }: Row): string {
  if (kind !== 'frame') return kind;
  return direction === 'client-to-server' ? '→' : '←';
}

async function recordsOf(
  session: string,
  seqs: ReadonlySet<number>,
): Promise<Result<ReadonlyMap<number, KnownRecord>>> {
  const found = new Map<number, KnownRecord>();
  for (const [first, last] of seqRanges(seqs)) {
    const read = await records.fetchRange(session, first, last);
    if (!read.ok) return read;
    for (const record of read.value) if ('seq' in record) found.set(record.seq, record);
  }
  return ok(found);
}
