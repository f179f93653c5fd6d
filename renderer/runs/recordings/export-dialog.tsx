import { type RefObject, useRef, useState } from 'react';
import { ok, type Result } from '../../../app/base/result.ts';
import type { CommandInput } from '../../../app/contract/commands.ts';
import type { ExportedFile, ExportPiece } from '../../../app/contract/recording-commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import {
  EXPORT_FORMAT_NAMES,
  EXPORT_FORMATS,
  type ExportFormatName,
  TEST_FORMAT_NAMES,
} from '../../../app/report/report.ts';
import { fromBase64 } from '../../../app/wire/line-text.ts';
import { LogPartChoice, SourceChoice } from '../../shared/source-choice.tsx';
import { host, settled, useLoaded } from '../../state/host/host.ts';
import {
  closeDialog,
  notify,
  useActiveSession,
  useScreen,
  useSessionView,
} from '../../state/screen/screen-store.ts';
import {
  hasSeveralSelected,
  type LogPart,
  partRanges,
  useSelectedRows,
  useSelectionParts,
} from '../../state/selection/selection.ts';
import { useCopyText } from '../../ui/controls/copy-button.tsx';
import { CheckLine, Fault, SelectLine } from '../../ui/controls/fields.tsx';
import { download } from '../../ui/controls/links.tsx';
import { byteSize } from '../../ui/format/quantity-text.ts';
import { Button, DialogShell, kit, ScrollBox } from '../../ui/kit.tsx';
import { RedactionPreview, useRedaction } from './redaction-preview.tsx';

const TEST_FORMATS: readonly ExportFormatName[] = TEST_FORMAT_NAMES;
const FILE_FORMATS = EXPORT_FORMAT_NAMES.filter((name) => !TEST_FORMATS.includes(name));

type Props = {
  /** True for the tests generated from a session, which are previewed before they are copied or saved. */
  readonly asTests?: boolean;
};

/** Exports a session, or a part of it, to a file for sharing. Secrets are redacted unless that is turned off. */
export function ExportDialog({ asTests = false }: Props) {
  const active = useActiveSession();
  const parts = useSelectionParts();
  // Rows selected in the merged log need not belong to the active session.
  const usual = parts.some(({ info }) => info === active) ? active : (parts[0]?.info ?? active);
  const [from, setFrom] = useState(usual?.session);
  const [format, setFormat] = useState<ExportFormatName>(asTests ? 'vitest' : 'tierscope');
  const [done, setDone] = useState<readonly string[]>([]);
  const start = useRef<HTMLButtonElement>(null);
  const info = useScreen(({ sessions }) => sessions.find(({ session }) => session === from));
  // Rows selected in several sessions become one file per session, one after another.
  const finish = (session: string, part: LogPart) => {
    const exported = [...done, session];
    const next = part === 'rows' ? parts.find(({ info }) => !exported.includes(info.session)) : undefined;
    setDone(exported);
    if (next === undefined) closeDialog(asTests ? 'copy-tests' : 'export');
    else setFrom(next.info.session);
  };
  return (
    <DialogShell
      title={asTests ? 'Copy as tests' : 'Export'}
      width={asTests ? 900 : 720}
      initialFocus={start}
    >
      {info === undefined ? (
        <p className={kit.dialog}>No session is open.</p>
      ) : (
        <ExportForm
          key={info.session}
          info={info}
          choose={setFrom}
          format={format}
          setFormat={setFormat}
          asTests={asTests}
          finish={finish}
          start={start}
        />
      )}
    </DialogShell>
  );
}

type FormProps = {
  readonly info: SessionInfo;
  readonly choose: (session: string) => void;
  /** Kept from one session to the next. */
  readonly format: ExportFormatName;
  readonly setFormat: (format: ExportFormatName) => void;
  readonly asTests: boolean;
  readonly finish: (session: string, part: LogPart) => void;
  /** The default button for Enter. */
  readonly start: RefObject<HTMLButtonElement | null>;
};

function ExportForm({ info, choose, format, setFormat, asTests, finish, start }: FormProps) {
  const { session } = info;
  const { selected } = useSessionView(session);
  const selectedRows = useSelectedRows(session);
  const [part, setPart] = useState<LogPart>(selectedRows.size > 0 && hasSeveralSelected() ? 'rows' : 'whole');
  const [redact, setRedact] = useState(true);
  const [state, setState] = useState<{ busy: boolean; fault: string }>({ busy: false, fault: '' });
  const redaction = useRedaction(session, part, selected, selectedRows, redact);
  const inputNow = async () => {
    const ranges = await partRanges(session, part, selected, selectedRows);
    return { session, ...redaction.choices, ...(ranges === undefined ? {} : { ranges }), format, redact };
  };
  const { keep, add } = redaction.choices;
  const about = JSON.stringify([session, part, selected, keep, add, format, redact]);
  // Until the search for secrets is done, their choices are unknown.
  const isReady = asTests && (!redact || redaction.found?.ok === true);
  const preview = useLoaded(isReady ? about : '', async () => textOf(await inputNow()));
  const run = async (keepFile: boolean) => {
    setState({ busy: true, fault: '' });
    const made = await settled(host().exportSession({ ...(await inputNow()), keepFile }));
    const fetched = made.ok && !keepFile ? await downloadExport(made.value) : made;
    if (!made.ok || !fetched.ok) {
      setState({ busy: false, fault: made.ok && !fetched.ok ? fetched.error : made.ok ? '' : made.error });
      return;
    }
    const { name, path, sizeBytes } = made.value;
    const where = keepFile ? `Saved ${path}` : `Exported ${name}`;
    notify({ level: 'info', text: `${where} (${byteSize(sizeBytes)}).` });
    finish(session, part);
  };
  const { leavesOut } = EXPORT_FORMATS[format];
  return (
    <div className={kit.dialog}>
      <SourceChoice session={session} choose={choose} why="A file holds one session: export each in turn." />
      <LogPartChoice
        session={session}
        legend="What"
        name="export-part"
        order={PARTS}
        whole="Whole session"
        part={part}
        choose={setPart}
      />
      <SelectLine
        label="Format"
        value={format}
        onChange={setFormat}
        options={(asTests ? TEST_FORMATS : FILE_FORMATS).map((name) => [name, EXPORT_FORMATS[name].title])}
      />
      {leavesOut === '' ? null : <p className={kit.note}>{leavesOut}</p>}
      <CheckLine checked={redact} onChange={setRedact}>
        <b>Replace secrets before sharing</b>
      </CheckLine>
      {redact ? (
        <RedactionPreview redaction={redaction} />
      ) : (
        <p className={kit.callout} data-tone="warning" role="alert">
          The file will hold everything that went over the wire, secrets included.
        </p>
      )}
      {asTests ? <TestsPreview preview={preview} /> : null}
      <Fault text={state.fault} />
      <div className={kit.actions}>
        {asTests ? <CopyTests preview={preview} /> : null}
        <Button disabled={state.busy} onClick={() => void run(true)}>
          Save to the exports folder
        </Button>
        <Button ref={start} look="primary" disabled={state.busy} onClick={() => void run(false)}>
          {state.busy ? 'Exporting…' : 'Download'}
        </Button>
      </div>
    </div>
  );
}

const PARTS: readonly LogPart[] = ['whole', 'filtered', 'rows', 'selected'];

async function downloadExport(file: ExportedFile): Promise<Result<null>> {
  const fetched = await exportedBytes(file);
  if (!fetched.ok) return fetched;
  download(file.name, fetched.value, 'application/octet-stream');
  return ok(null);
}

export function TestsDialog() {
  return <ExportDialog asTests />;
}

/** Longer files are previewed only in part, but copied and saved in full. */
const MAX_CHARS = 100_000;

/** The text of the file; undefined until it is generated. */
type Preview = Result<string> | undefined;

async function textOf(input: Omit<CommandInput<'exportSession'>, 'keepFile'>): Promise<Result<string>> {
  const made = await settled(host().exportSession({ ...input, keepFile: false }));
  const fetched = made.ok ? await exportedBytes(made.value) : made;
  return fetched.ok ? ok(await new Blob(fetched.value).text()) : fetched;
}

function TestsPreview({ preview }: { readonly preview: Preview }) {
  if (!preview?.ok) {
    return (
      <p className={kit.note} role="status">
        {preview === undefined ? 'Writing the file…' : preview.error}
      </p>
    );
  }
  const text = preview.value;
  const more = text.length - MAX_CHARS;
  return (
    <section aria-label="The file">
      <ScrollBox className={`${kit.card} ${kit.code} ${kit.tall}`}>
        <pre>{text.slice(0, MAX_CHARS)}</pre>
        {more > 0 ? (
          <p>{`${more.toLocaleString('en')} more characters are copied and saved, but not shown.`}</p>
        ) : null}
      </ScrollBox>
    </section>
  );
}

function CopyTests({ preview }: { readonly preview: Preview }) {
  const copyText = useCopyText();
  const copy = async () => {
    const { dialog } = useScreen.getState();
    if (!preview?.ok || !(await copyText(preview.value, { done: 'Copied the tests' }))) return;
    closeDialog(dialog);
  };
  return (
    <Button disabled={!preview?.ok} onClick={() => void copy()}>
      Copy
    </Button>
  );
}

/** Downloads an export from the host in parts. */
export async function exportedBytes(file: ExportedFile): Promise<Result<Uint8Array<ArrayBuffer>[]>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let offset: number | null = 0;
  while (offset !== null) {
    const piece: Result<ExportPiece> = await settled(host().readExport({ export: file.export, offset }));
    if (!piece.ok) return piece;
    parts.push(fromBase64(piece.value.base64));
    offset = piece.value.next;
  }
  return ok(parts);
}
