import { useMemo } from 'react';
import { noNoise } from '../../../app/analysis/compare/noise-filter.ts';
import { textDiff } from '../../../app/analysis/compare/text-diff.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { type AnswerChange, changeOf, shownOriginal } from '../../../app/frame/answer-change.ts';
import type { FrameRecord, MarkRecord } from '../../../app/frame/record.ts';
import { fromBase64, lineByteLength } from '../../../app/wire/line-text.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import type { ReadFrame } from '../../state/log/use-record.ts';
import { DiffView } from '../../ui/content/diff-view.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { byteSize, formatClock, formatDuration } from '../../ui/format/quantity-text.ts';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { Card, Facts, kit } from '../../ui/kit.tsx';
import { AnsiLine } from '../explain/stderr-text.tsx';
import { FrameTree, isReadable } from './frame-tree.tsx';
import { MessageText } from './message-text.tsx';

type Props = { readonly inspected: Inspected; readonly info: SessionInfo };

/** The selected record: raw text first, then as a tree. */
export function MessagePage({ inspected, info }: Props) {
  const { frame, record, row } = inspected;
  return (
    <div className={kit.stack}>
      <Facts
        facts={[
          ['time', <code key="time">{formatClock(info.startedAt, row.at)}</code>],
          ['from', origin(inspected)],
          ['size', row.sizeBytes >= 0 && <code>{sizeText(row.sizeBytes)}</code>],
          ['seq', <code key="seq">{row.seq}</code>],
        ]}
      />
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

function sizeText(bytes: number): string {
  return bytes < 1000 ? byteSize(bytes) : `${byteSize(bytes)} (${bytes.toLocaleString('en')} bytes)`;
}

function FrameMessage({ session, frame }: { readonly session: string; readonly frame: ReadFrame }) {
  const { record } = frame;
  return (
    <>
      <section className={kit.card} aria-label="Raw text">
        <h3>Raw text</h3>
        <MessageText session={session} frame={frame} of="message" />
      </section>
      {record.rawBase64 !== undefined && (
        <Card title="Not UTF-8">
          <p>The line holds bytes that are not UTF-8; above they show as �. Its first bytes:</p>
          <pre className={`${kit.mono} ${kit.above}`}>{base64Head(record.rawBase64)}</pre>
        </Card>
      )}
      {record.truncatedBytes !== undefined && (
        <p className={kit.mute}>
          The line is longer than the limit: {byteSize(record.truncatedBytes)} at its end were not kept.
        </p>
      )}
      {isReadable(frame) && (
        <Card title="As a tree">
          <FrameTree frame={frame} label="Message" />
        </Card>
      )}
    </>
  );
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
/** Four base64 characters encode three bytes. */
const SHOWN_BASE64 = Math.ceil(SHOWN_BYTES / 3) * 4;

/** {@link hexHead} of a line stored as base64, of which only the beginning is decoded. */
function base64Head(rawBase64: string): string {
  return hexHead(fromBase64(rawBase64.slice(0, SHOWN_BASE64)), lineByteLength({ rawBase64 }));
}

/** A hex dump of the first bytes out of `total`, 16 per line, with ASCII. */
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

type ChangedCardProps = {
  readonly record: FrameRecord | MarkRecord;
  /** The text that the client received; empty for none. */
  readonly sent: string;
};

function ChangedCard({ record, sent }: ChangedCardProps) {
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
        <p className={kit.mute}>
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
