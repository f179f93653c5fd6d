import { useContext, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { parseBounded } from '../../../app/base/json-depth.ts';
import { assertNever } from '../../../app/base/result.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { cutNote, type Envelope } from '../../../app/wire/envelope.ts';
import { fromBase64, lineByteLength } from '../../../app/wire/line-text.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { LONG_LINE, type ReadFrame } from '../../state/log/read-frame.ts';
import { yieldShortly } from '../../state/yield-turn.ts';
import { byteSize } from '../../ui/content/byte-size.ts';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { Card } from '../../ui/controls/card.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import facts from '../../ui/controls/facts.module.css';
import { formatClock } from '../../ui/format/time-text.ts';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { LongText } from '../../ui/json-tree/long-text.tsx';
import {
  LossyNotes,
  type LossyReport,
  lossySpots,
  lossySpotsInSteps,
} from '../../ui/json-tree/lossy-notes.tsx';
import styles from '../explain/explain.module.css';
import { AnsiLine } from '../explain/stderr-text.tsx';
import { InspectorSlotsContext } from '../inspector-slots.ts';
import { ChangedCard } from './changed-card.tsx';
import page from './message-page.module.css';

/** As many as one picture can lay out with the rest of the page; a button leads on. */
const RAW_CHARS = 8_000;

type Props = { readonly inspected: Inspected; readonly info: SessionInfo };

/** The selected record as it is: raw text first, then a tree of it. */
export function MessagePage({ inspected, info }: Props) {
  const { frame, record, row } = inspected;
  return (
    <div className={styles.page}>
      <dl className={facts.facts}>
        <dt>time</dt>
        <dd className={page.wire}>{formatClock(info.startedAt, row.at)}</dd>
        <dt>from</dt>
        <dd>{origin(inspected)}</dd>
        {row.sizeBytes >= 0 && <dt>size</dt>}
        {row.sizeBytes >= 0 && (
          <dd className={page.wire}>
            {byteSize(row.sizeBytes)}
            {row.sizeBytes >= 1000 && ` (${row.sizeBytes.toLocaleString('en')} bytes)`}
          </dd>
        )}
        <dt>seq</dt>
        <dd className={page.wire}>{row.seq}</dd>
      </dl>
      {frame !== undefined && <ChangedCard record={frame.record} sent={frame.raw} />}
      {record.type === 'mark' && <ChangedCard record={record} sent="" />}
      {frame !== undefined && <FrameMessage key={row.seq} session={inspected.session} frame={frame} />}
      {record.type === 'stderr' && (
        <Card title="Line">
          <AnsiLine text={record.text} />
        </Card>
      )}
      {record.type !== 'frame' && record.type !== 'stderr' && (
        <Card title="Record">
          <JsonTree key={row.seq} value={record} label="Record" />
        </Card>
      )}
    </div>
  );
}

function FrameMessage({ session, frame }: { readonly session: string; readonly frame: ReadFrame }) {
  const { raw, record } = frame;
  const { RawText } = useContext(InspectorSlotsContext);
  // The raw text is painted first: parsing and scanning megabytes come after it.
  const later = useDeferredValue<ReadFrame | undefined>(frame, undefined);
  const value = useMemo(() => (later === undefined ? undefined : parsed(later)), [later]);
  const report = useLossyReport(later?.raw ?? '');
  return (
    <>
      <section className={page.raw} aria-label="Raw text">
        <header>
          <h3>Raw text</h3>
          <span className={page.buttons}>
            <CopyButton label="Copy raw text" text={() => raw} />
          </span>
        </header>
        <ScrollBox className={page.text}>
          {RawText === undefined ? (
            <LongText text={raw} firstChars={RAW_CHARS} />
          ) : (
            <RawText session={session} seq={record.seq} text={raw} firstChars={RAW_CHARS} />
          )}
        </ScrollBox>
      </section>
      {record.rawBase64 !== undefined && (
        <Card title="Not UTF-8">
          <p>The line holds bytes that are not UTF-8; above they show as �. Its first bytes:</p>
          <pre className={page.hex}>{base64Head(record.rawBase64)}</pre>
        </Card>
      )}
      {record.truncatedBytes !== undefined && (
        <p className={styles.note}>
          The line is longer than the limit: {byteSize(record.truncatedBytes)} at its end were not kept.
        </p>
      )}
      {value !== undefined && (
        <Card title="As a tree">
          <LossyNotes report={report} />
          {later !== undefined && <CutNote envelope={later.envelope} />}
          <JsonTree value={value.json} label="Message" />
        </Card>
      )}
    </>
  );
}

const NOT_LOSSY: LossyReport = { places: [], scannedChars: 0, complete: true };

/** Where the tree differs from the text; of a long text it is known some pictures later. */
function useLossyReport(raw: string): LossyReport {
  const isShort = raw.length <= LONG_LINE;
  const known = useMemo(() => (isShort ? lossySpots(raw) : undefined), [isShort, raw]);
  const [read, setRead] = useState<{ readonly of: string; readonly report: LossyReport }>();
  useEffect(() => {
    if (isShort) return;
    let wanted = true;
    const steps = lossySpotsInSteps(raw);
    const readOn = async () => {
      for (let step = steps.next(); wanted; step = steps.next()) {
        if (step.done === true) return setRead({ of: raw, report: step.value });
        await yieldShortly();
      }
    };
    void readOn();
    return () => {
      wanted = false;
    };
  }, [isShort, raw]);
  return known ?? (read?.of === raw ? read.report : NOT_LOSSY);
}

function CutNote({ envelope }: { readonly envelope: Envelope }) {
  const note = cutNote(envelope);
  if (note === '') return null;
  return <p className={styles.note}>{note} The raw text above and the recording have everything.</p>;
}

function parsed({ envelope, value, raw }: ReadFrame): { json: unknown } | undefined {
  switch (envelope.kind) {
    case 'not-json':
      return undefined;
    case 'not-json-rpc':
      return { json: envelope.value };
    case 'request':
    case 'notification':
    case 'result':
    case 'error':
    case 'batch':
      // An SDK's client refuses a line with a byte order mark: only then there is no value.
      return { json: value ?? parseBounded(raw.replace(/^\uFEFF/, '')) };
    default:
      return assertNever(envelope);
  }
}

function origin({ record }: Inspected): string {
  switch (record.type) {
    case 'frame':
      return record.direction === 'client-to-server' ? 'client → server (stdin)' : 'server → client (stdout)';
    case 'stderr':
      return 'server (stderr)';
    case 'process':
      return 'the server’s process';
    case 'client':
      return 'the client itself, nothing on the wire';
    default:
      return 'the recorder';
  }
}

const SHOWN_BYTES = 256;
/** Four characters of base64 are three bytes. */
const SHOWN_BASE64 = Math.ceil(SHOWN_BYTES / 3) * 4;

/** {@link hexHead} of a line that was kept as base64, of which only the beginning is decoded. */
function base64Head(rawBase64: string): string {
  return hexHead(fromBase64(rawBase64.slice(0, SHOWN_BASE64)), lineByteLength({ rawBase64 }));
}

/** The first bytes of so many in all, in hex, 16 a line, with their ASCII beside them. */
export function hexHead(bytes: Uint8Array, total = bytes.length): string {
  const lines: string[] = [];
  for (let start = 0; start < Math.min(bytes.length, SHOWN_BYTES); start += 16) {
    const part = [...bytes.subarray(start, start + 16)];
    const hex = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${start.toString(16).padStart(4, '0')}  ${hex.padEnd(47)}  ${text}`);
  }
  if (total > SHOWN_BYTES) lines.push(`… ${total - SHOWN_BYTES} bytes more`);
  return lines.join('\n');
}
