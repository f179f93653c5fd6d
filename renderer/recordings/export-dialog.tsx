import { useState } from 'react';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import {
  EXPORT_FORMAT_NAMES,
  EXPORT_FORMATS,
  type ExportFormatName,
} from '../../app/recording/export/convert.ts';
import { host, settled } from '../carrier/host.ts';
import { byteSize } from '../content/byte-size.ts';
import { Button } from '../controls/button.tsx';
import { DialogShell } from '../controls/dialog-shell.tsx';
import { PartChoice } from '../controls/part-choice.tsx';
import { useSessionLog } from '../store/log-mirrors.ts';
import { notify, showDialog } from '../store/screen-actions.ts';
import { useActiveSession, useSessionView } from '../store/screen-store.ts';
import { downloadExport } from './download-export.ts';
import styles from './export-dialog.module.css';
import { type ExportPart, exportRanges } from './export-ranges.ts';
import { RedactionPreview } from './redaction-preview.tsx';
import { useRedaction } from './use-redaction.ts';

/** Writes a session, or a part of it, as a file to share. Secrets are replaced unless that is switched off. */
export function ExportDialog() {
  const info = useActiveSession();
  return (
    <DialogShell title="Export" width={720}>
      {info === undefined ? <p className={styles.body}>No session is open.</p> : <ExportForm info={info} />}
    </DialogShell>
  );
}

function ExportForm({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const log = useSessionLog(session);
  const { selected } = useSessionView(session);
  const [part, setPart] = useState<ExportPart>('whole');
  const [format, setFormat] = useState<ExportFormatName>('tierscope');
  const [redact, setRedact] = useState(true);
  const [state, setState] = useState<{ busy: boolean; fault: string }>({ busy: false, fault: '' });
  const redaction = useRedaction(session, log, part, selected, redact);
  const run = async (keepFile: boolean) => {
    setState({ busy: true, fault: '' });
    const ranges = exportRanges(log, part, selected);
    const { keep, add } = redaction.choices;
    const scope = { session, keep, add, ...(ranges === undefined ? {} : { ranges }) };
    const made = await settled(host().exportSession({ ...scope, format, redact, keepFile }));
    const fetched = made.ok && !keepFile ? await downloadExport(made.value) : made;
    if (!made.ok || !fetched.ok) {
      setState({ busy: false, fault: made.ok && !fetched.ok ? fetched.error : made.ok ? '' : made.error });
      return;
    }
    const { name, path, sizeBytes } = made.value;
    const where = keepFile ? `Saved ${path}` : `Exported ${name}`;
    notify({ level: 'info', text: `${where} (${byteSize(sizeBytes)}).` });
    showDialog(null);
  };
  const { leavesOut } = EXPORT_FORMATS[format];
  return (
    <div className={styles.body}>
      <Parts
        part={part}
        choose={setPart}
        rows={log.mirror.length}
        shown={log.visible.length}
        selected={selected}
      />
      <label className={styles.line}>
        <span>Format</span>
        <select
          className={styles.select}
          value={format}
          onChange={(event) =>
            setFormat(EXPORT_FORMAT_NAMES.find((one) => one === event.target.value) ?? format)
          }
        >
          {EXPORT_FORMAT_NAMES.map((name) => (
            <option key={name} value={name}>
              {EXPORT_FORMATS[name].title}
            </option>
          ))}
        </select>
      </label>
      {leavesOut === '' ? null : <p className={styles.hint}>{leavesOut}</p>}
      <label className={styles.check}>
        <input type="checkbox" checked={redact} onChange={() => setRedact(!redact)} />
        <b>Replace secrets before sharing</b>
      </label>
      {redact ? (
        <RedactionPreview redaction={redaction} />
      ) : (
        <p className={styles.warning} role="alert">
          The file will hold everything that went over the wire, secrets included.
        </p>
      )}
      {state.fault === '' ? null : (
        <p role="alert" className={styles.fault}>
          {state.fault}
        </p>
      )}
      <div className={styles.actions}>
        <Button disabled={state.busy} onClick={() => void run(true)}>
          Save to the exports folder
        </Button>
        <Button look="primary" disabled={state.busy} onClick={() => void run(false)}>
          {state.busy ? 'Exporting…' : 'Download'}
        </Button>
      </div>
    </div>
  );
}

type PartsProps = {
  readonly part: ExportPart;
  readonly choose: (part: ExportPart) => void;
  readonly rows: number;
  readonly shown: number;
  readonly selected: number | null;
};

function Parts({ part, choose, rows, shown, selected }: PartsProps) {
  const count = (value: number) => `${value.toLocaleString('en')} ${value === 1 ? 'row' : 'rows'}`;
  const parts: readonly (readonly [ExportPart, string, string, boolean])[] = [
    ['whole', 'Whole session', count(rows), true],
    ['filtered', 'What the filter shows', count(shown), shown < rows],
    [
      'selected',
      'Selected exchange',
      selected === null ? 'nothing is selected' : `row ${selected}`,
      selected !== null,
    ],
  ];
  return <PartChoice legend="What" name="export-part" parts={parts} chosen={part} choose={choose} />;
}
