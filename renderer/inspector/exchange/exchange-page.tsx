import { useState } from 'react';
import type { Tier } from '../../../app/frame/tier.ts';
import type { EventKind, ExchangeEvent } from '../../state/inspected/exchange-events.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import type { ReadFrame } from '../../state/log/use-record.ts';
import { selectRow } from '../../state/screen/screen-store.ts';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import { counted, formatDuration } from '../../ui/format/quantity-text.ts';
import { Button, kit, Segments, TierMark } from '../../ui/kit.tsx';
import { outcomeLabel } from '../explain/outcome-text.ts';
import { AnsiLine, StderrText } from '../explain/stderr-text.tsx';
import { FrameTree, isReadable } from '../message/frame-tree.tsx';
import { MessageText } from '../message/message-page.tsx';
import page from './exchange-page.module.css';

const MAX_EVENTS = 300;

const MAX_TEXT = 400;

const KIND_LABELS: Record<EventKind, string> = {
  request: 'request',
  answer: 'answer',
  progress: 'progress',
  message: 'log',
  cancel: 'cancel',
  news: 'news',
  stderr: 'stderr',
  client: 'client',
  process: 'process',
};

/** Everything during the exchange, on one time axis; each event selects its row. */
export function ExchangePage({ inspected }: { readonly inspected: Inspected }) {
  const { request, answer, unmatched, events, settling, session, row, cut } = inspected;
  const shown = answer ?? unmatched;
  if (request === undefined) {
    return <p className={kit.mute}>This row belongs to no exchange. Select a request or an answer.</p>;
  }
  const end = Math.max(1, ...events.map((event) => event.offsetMs));
  const blocks = stderrBlocks(events);
  return (
    <div className={kit.stack}>
      <p>
        <code>
          {settling.method} {drawnText(settling.target)}
        </code>{' '}
        id <code>{request.row.id}</code>: {outcomeLabel(settling)}
        {answer !== undefined && ` after ${formatDuration(answer.row.at - request.row.at)}`}
      </p>
      <ol className={`${kit.card} ${kit.divided} ${page.axis}`} aria-label="Time axis">
        {blocks.slice(0, MAX_EVENTS).map((event) => (
          <li key={event.seq}>
            <Button
              look="bare"
              className={`${kit.option} ${page.event}`}
              data-kind={event.kind}
              data-tier={event.seq === settling.seq ? settling.tier : undefined}
              aria-current={event.seq <= row.seq && row.seq <= event.toSeq}
              onClick={() => selectRow(session, event.seq)}
            >
              <span className={kit.fact}>
                {event.kind === 'request' ? '0 ms' : `+${formatDuration(event.offsetMs)}`}
              </span>
              <span className={page.track} aria-hidden="true">
                <Spot tier={event.seq === settling.seq ? settling.tier : 'ok'} at={event.offsetMs / end} />
              </span>
              <span className={kit.strong}>{KIND_LABELS[event.kind]}</span>
              <span>
                {isBlock(event) ? (
                  counted(linesOf(event).length, 'line')
                ) : (
                  <AnsiLine text={event.text.slice(0, MAX_TEXT)} />
                )}
                {event.why !== '' && <small className={page.why}>{event.why}</small>}
              </span>
            </Button>
            {isBlock(event) && <StderrText lines={linesOf(event)} />}
          </li>
        ))}
      </ol>
      {blocks.length > MAX_EVENTS && (
        <p className={kit.mute}>
          {blocks.length - MAX_EVENTS} more events are not drawn here; the log has them all.
        </p>
      )}
      {cut && (
        <p className={kit.mute}>The exchange holds more than 2,000 records; the first 2,000 were read.</p>
      )}
      <Half key={request.row.seq} title="Request" session={session} frame={request} />
      {shown === undefined ? (
        <p className={kit.mute}>There is no answer on the wire.</p>
      ) : (
        <Half
          key={shown.row.seq}
          title={unmatched === undefined ? 'Answer' : 'Answer that the client could not match'}
          session={session}
          frame={shown}
        />
      )}
    </div>
  );
}

type Block = ExchangeEvent & { readonly toSeq: number };

const linesOf = ({ text }: Block) => text.split('\n');

/** Multiple lines are shown below their label, in full width. */
function isBlock({ kind, seq, toSeq }: Block): boolean {
  return kind === 'stderr' && toSeq > seq;
}

/** Merges consecutive stderr lines that belong to the call for the same reason into one event. */
export function stderrBlocks(events: readonly ExchangeEvent[]): Block[] {
  const blocks: Block[] = [];
  for (const event of events) {
    const last = blocks.at(-1);
    if (last?.kind === 'stderr' && event.kind === 'stderr' && last.why === event.why)
      blocks[blocks.length - 1] = { ...last, text: `${last.text}\n${event.text}`, toSeq: event.seq };
    else blocks.push({ ...event, toSeq: event.seq });
  }
  return blocks;
}

function Spot({ tier, at }: { readonly tier: Tier; readonly at: number }) {
  return (
    <i className={tier === 'ok' ? page.dot : page.mark} style={{ insetInlineStart: `${at * 100}%` }}>
      <TierMark tier={tier} size={10} />
    </i>
  );
}

type Form = 'tree' | 'text';

const FORMS: readonly (readonly [Form, string])[] = [
  ['tree', 'Tree'],
  ['text', 'Text'],
];

type HalfProps = { readonly title: string; readonly session: string; readonly frame: ReadFrame };

function Half({ title, session, frame }: HalfProps) {
  const readable = isReadable(frame);
  const [form, setForm] = useState<Form>(readable ? 'tree' : 'text');
  return (
    <section className={kit.card} aria-label={title}>
      <header className={`${kit.row} ${kit.spread}`}>
        <h3>{title}</h3>
        {readable && <Segments label={`${title} as`} options={FORMS} value={form} onChange={setForm} />}
      </header>
      {form === 'tree' ? (
        <FrameTree frame={frame} label={title} />
      ) : (
        <MessageText session={session} frame={frame} of={title.toLowerCase()} />
      )}
    </section>
  );
}
