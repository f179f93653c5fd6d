import { type FormEvent, useRef, useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { Row } from '../../../app/frame/row.ts';
import { host, settled } from '../../state/host/host.ts';
import { useSelectedRow } from '../../state/log/log-mirrors.ts';
import { showDialog } from '../../state/screen/screen-actions.ts';
import { useActiveSession } from '../../state/screen/screen-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DialogShell } from '../../ui/controls/dialog-shell.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { formatClock } from '../../ui/format/time-text.ts';
import styles from './bookmark-dialog.module.css';
import { playheadOf } from './replay-control.ts';

/** Sets a mark with a note on the selected row, or on the moment where the session stands. */
export function BookmarkDialog() {
  const info = useActiveSession();
  return (
    <DialogShell title="Set a mark" width={480}>
      {info === undefined ? <p className={styles.body}>No session is open.</p> : <BookmarkForm info={info} />}
    </DialogShell>
  );
}

function BookmarkForm({ info }: { readonly info: SessionInfo }) {
  const row = useSelectedRow();
  const [label, setLabel] = useState('');
  const [fault, setFault] = useState('');
  const busy = useRef(false);
  const recorded = info.kind === 'file';
  const at = row?.at ?? (recorded ? playheadOf(info.session).at : 0);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (label.trim() === '' || busy.current) return;
    busy.current = true;
    const about = row === undefined ? {} : { about: row.seq };
    const set = await settled(host().setMark({ session: info.session, label: label.trim(), at, ...about }));
    busy.current = false;
    if (set.ok) showDialog(null);
    else setFault(set.error);
  };
  return (
    <form className={styles.body} onSubmit={(event) => void submit(event)}>
      <Field label="Note" hint={placeWords(info, row, recorded, at)} fault={fault}>
        {(wiring) => (
          <input
            {...wiring}
            value={label}
            maxLength={2000}
            placeholder="What is to be seen here"
            onChange={(event) => setLabel(event.target.value)}
          />
        )}
      </Field>
      <p className={styles.hint}>{whereText(info)}</p>
      <div className={styles.actions}>
        <Button onClick={() => showDialog(null)}>Cancel</Button>
        <Button look="primary" type="submit" disabled={label.trim() === '' || info.kind === 'tapped'}>
          Set the mark
        </Button>
      </div>
    </form>
  );
}

/** Where the mark is kept, said before it is set. */
function whereText(info: SessionInfo): string {
  if (info.kind === 'tapped') {
    return 'This session is recorded by its tap, so no mark can be set in it now. Open its recording when it has ended.';
  }
  if (info.kind === 'live') return 'The mark is written into the recording of this session.';
  const { format, markedCopy } = info;
  if (markedCopy === undefined) {
    return 'The mark is added to the end of the file. Nothing that was recorded is changed.';
  }
  if (markedCopy !== '') return `The mark is kept in the copy ${markedCopy}.`;
  const why =
    format === undefined
      ? 'The browser handed this file over without its place'
      : `A file of ${format} cannot hold marks`;
  return `${why}: a copy in the recordings folder keeps this mark and those after it. The file stays as it is.`;
}

function placeWords(info: SessionInfo, row: Row | undefined, recorded: boolean, at: number): string {
  if (row !== undefined) {
    const what = row.kind === 'frame' ? `${row.method} ${row.target}`.trim() : row.kind;
    return `on ${what === '' ? 'the selected row' : what} at ${formatClock(info.startedAt, row.at)}`;
  }
  return recorded ? `at ${formatClock(info.startedAt, at)}` : 'on this moment';
}
