import { type KeyboardEvent, useContext, useDeferredValue, useMemo, useState } from 'react';
import { create } from 'zustand';
import { noNoise } from '../../../app/analysis/compare/noise-filter.ts';
import { textDiff } from '../../../app/analysis/compare/text-diff.ts';
import { fileInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { type AnswerChange, changeOf, shownOriginal } from '../../../app/frame/answer-change.ts';
import { type TextRange, textMatcher } from '../../../app/frame/query/text-matcher.ts';
import type { FrameRecord, MarkRecord } from '../../../app/frame/record.ts';
import { fromBase64, lineByteLength } from '../../../app/wire/line-text.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import type { ReadFrame } from '../../state/log/use-record.ts';
import { readRemembered, remember } from '../../state/screen/stored-entries.ts';
import { DiffView } from '../../ui/content/diff-view.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import line from '../../ui/controls/line-field.module.css';
import { byteSize, counted, formatClock, formatDuration } from '../../ui/format/quantity-text.ts';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { WireText } from '../../ui/json-tree/wire-text.tsx';
import { Button, Card, Facts, kit, ScrollBox, Segments } from '../../ui/kit.tsx';
import { AnsiLine } from '../explain/stderr-text.tsx';
import { InspectorSlotsContext } from '../inspector-slots.ts';
import { FrameTree, isReadable } from './frame-tree.tsx';
import styles from './message-text.module.css';

type Props = { readonly inspected: Inspected; readonly info: SessionInfo };

/** The selected record: raw text first, then as a tree. */
export function MessagePage({ inspected, info }: Props) {
  const { frame, record, row } = inspected;
  return (
    <div className={kit.stack}>
      <Facts
        facts={[
          ['time', <code key="time">{formatClock(info.startedAt, row.at)}</code>],
          ['from', origin(inspected, fileInfo(info)?.format !== undefined)],
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

/** Who wrote the record, and to whom. A frame names its pipe; over HTTP there is none, and foreign formats do not say. */
export function origin({ record }: Pick<Inspected, 'record'>, isForeign: boolean): string {
  switch (record.type) {
    case 'frame':
      if (record.http !== undefined || isForeign)
        return record.direction === 'client-to-server' ? 'client → server' : 'server → client';
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

/** Fits into one frame of rendering with the rest of the page; a button shows more. */
const FIRST_CHARS = 8_000;
const MAX_MATCHES = 10_000;
const NONE: readonly TextRange[] = [];

type MessageTextProps = { readonly session: string; readonly frame: ReadFrame; readonly of: string };

/** The searchable text of a message, as sent or indented. Use another `key` for another message. */
export function MessageText({ session, frame, of }: MessageTextProps) {
  const { raw, record } = frame;
  const isJson = isReadable(frame);
  const { form } = useTextForm();
  const find = useFind(raw);
  const { FoundRanges } = useContext(InspectorSlotsContext);
  const text = (searched: readonly TextRange[]) => {
    const finds = find.needle !== '';
    return (
      <>
        {searched.length === 0 || finds ? null : (
          <p className={`${kit.accent} ${kit.above}`}>
            {counted(searched.length, 'match', 'matches')} in this record
          </p>
        )}
        <ScrollBox className={`${kit.code} ${kit.above} ${styles.text}`} label={`Text of the ${of}`}>
          <WireText
            text={raw}
            firstChars={FIRST_CHARS}
            isJson={isJson}
            indented={form === 'indented'}
            found={finds ? find.ranges : searched}
            current={finds ? find.current : searched[0]}
          />
        </ScrollBox>
      </>
    );
  };
  return (
    <>
      <div className={`${kit.toolbar} ${styles.bar}`}>
        {isJson && (
          <Segments label={`Text of the ${of} as`} options={FORMS} value={form} onChange={setTextForm} />
        )}
        <FindField find={find} of={of} />
        <CopyButton label="Copy text" text={() => raw} />
      </div>
      {FoundRanges === undefined ? (
        text(NONE)
      ) : (
        <FoundRanges session={session} seq={record.seq}>
          {text}
        </FoundRanges>
      )}
    </>
  );
}

const FORMS: readonly (readonly [TextForm, string])[] = [
  ['sent', 'As sent'],
  ['indented', 'Indented'],
];

type Find = ReturnType<typeof useFind>;

/** Case-insensitive search in one text; in a long text, typing stays ahead of the matches. */
function useFind(text: string) {
  const [needle, setNeedle] = useState('');
  const [at, setAt] = useState(0);
  const sought = useDeferredValue(needle);
  const ranges = useMemo(() => {
    const matcher = textMatcher({ text: sought, regex: false, matchCase: false });
    return matcher.ok ? matcher.value.ranges(text, MAX_MATCHES) : NONE;
  }, [text, sought]);
  const seek = (next: string) => {
    setNeedle(next);
    setAt(0);
  };
  const step = (by: 1 | -1) => setAt((at + by + ranges.length) % Math.max(1, ranges.length));
  return { needle, ranges, current: ranges[at], at, seek, step };
}

function FindField({ find, of }: { readonly find: Find; readonly of: string }) {
  const { needle, seek, step } = find;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && needle !== '') seek('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={`${line.field} ${styles.find}`}>
      <input
        type="text"
        aria-label={`Find in the ${of}`}
        placeholder="Find"
        title="Enter: next match; Shift+Enter: the one before; Escape: none"
        spellCheck={false}
        autoComplete="off"
        maxLength={1000}
        value={needle}
        onChange={(event) => seek(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span role="status" className={`${kit.note} ${kit.fixed}`}>
        {countText(find)}
      </span>
      {needle === '' ? null : (
        <>
          <Button
            look="icon"
            size="tiny"
            aria-label="Match before"
            disabled={find.ranges.length === 0}
            onClick={() => step(-1)}
          >
            ↑
          </Button>
          <Button
            look="icon"
            size="tiny"
            aria-label="Next match"
            disabled={find.ranges.length === 0}
            onClick={() => step(1)}
          >
            ↓
          </Button>
        </>
      )}
    </div>
  );
}

function countText({ needle, ranges, at }: Find): string {
  if (needle === '') return '';
  if (ranges.length === 0) return 'none';
  const more = ranges.length === MAX_MATCHES ? '+' : '';
  return `${(at + 1).toLocaleString('en')} of ${ranges.length.toLocaleString('en')}${more}`;
}

const KEY = 'text-form';

/** The display of message texts: as sent, or with a line per member. */
type TextForm = 'sent' | 'indented';

/** The choice applies to all messages and is kept across restarts. */
const useTextForm = create<{ readonly form: TextForm }>(() => ({
  form: readRemembered(KEY) === 'indented' ? 'indented' : 'sent',
}));

function setTextForm(form: TextForm): void {
  useTextForm.setState({ form });
  remember(KEY, form);
}
