import { useRef, useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { Row } from '../../../app/frame/row.ts';
import { host, settled } from '../../state/host/host.ts';
import { useSelectedRow } from '../../state/log/log-mirrors.ts';
import { closeDialog, showDialog, useActiveSession } from '../../state/screen/screen-store.ts';
import { Form, TextField } from '../../ui/controls/fields.tsx';
import { formatClock } from '../../ui/format/quantity-text.ts';
import { Button, DialogShell, kit } from '../../ui/kit.tsx';
import styles from './bookmark-dialog.module.css';
import { usePlayhead } from './replay-control.ts';
import { useRecordedTimes } from './scrubber.tsx';

/** Adds a bookmark with a note to the selected row, or to the current moment of the session. */
export function BookmarkDialog() {
  const info = useActiveSession();
  return (
    <DialogShell title="Add a bookmark" width={480}>
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
  const playhead = usePlayhead(info.session);
  const last = useRecordedTimes(info.session, 1)?.whole.to ?? 0;
  const at = row?.at ?? (recorded ? (playhead?.at ?? last) : 0);
  const submit = async () => {
    if (label.trim() === '' || busy.current) return;
    busy.current = true;
    const about = row === undefined ? {} : { about: row.seq };
    const set = await settled(
      host().setBookmark({ session: info.session, label: label.trim(), at, ...about }),
    );
    busy.current = false;
    if (set.ok) closeDialog('bookmark');
    else setFault(set.error);
  };
  return (
    <Form className={styles.body} onSubmit={() => void submit()}>
      <TextField
        label="Note"
        hint={placeText(info, row, recorded, at)}
        fault={fault}
        value={label}
        maxLength={2000}
        placeholder="What to remember here"
        onChange={(text) => setLabel(text)}
      />
      <p className={styles.hint}>{storageText(info)}</p>
      <div className={kit.actions}>
        <Button onClick={() => showDialog(null)}>Cancel</Button>
        <Button look="primary" type="submit" disabled={label.trim() === '' || info.kind === 'tapped'}>
          Add the bookmark
        </Button>
      </div>
    </Form>
  );
}

function storageText(info: SessionInfo): string {
  if (info.kind === 'tapped') {
    return 'The tap records this session, so you cannot add a bookmark now. Open the recording when the session has ended.';
  }
  if (info.kind === 'live') return 'The bookmark goes into the recording of this session.';
  const { format, bookmarkedCopy: markedCopy } = info;
  if (markedCopy === undefined) {
    return 'The bookmark goes to the end of the file. Nothing that was recorded changes.';
  }
  if (markedCopy !== '') return `The bookmark goes into the copy ${markedCopy}.`;
  const why =
    format === undefined
      ? 'The browser handed this file over without its path'
      : `A file of ${format} cannot hold bookmarks`;
  return `${why}: a copy in the recordings folder keeps this bookmark and the later ones. The file stays as it is.`;
}

function placeText(info: SessionInfo, row: Row | undefined, recorded: boolean, at: number): string {
  if (row !== undefined) {
    const what = row.kind === 'frame' ? `${row.method} ${row.target}`.trim() : row.kind;
    return `on ${what === '' ? 'the selected row' : what} at ${formatClock(info.startedAt, row.at)}`;
  }
  return recorded ? `at ${formatClock(info.startedAt, at)}` : 'on this moment';
}
