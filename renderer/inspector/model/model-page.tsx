import { useState } from 'react';
import { isJsonObject } from '../../../app/base/json-value.ts';
import { assertNever } from '../../../app/base/result.ts';
import type { Row } from '../../../app/frame/row.ts';
import { createdTask } from '../../../app/frame/task-end.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { settlingEnvelope, settlingRow } from '../../state/inspected/settling-envelope.ts';
import { type ContentBlock, readBlocks } from '../../ui/content/content-block.ts';
import { ContentBlocks } from '../../ui/content/content-blocks.tsx';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { Card } from '../../ui/controls/card.tsx';
import { JsonTree } from '../../ui/json-tree/json-tree.tsx';
import { LongText } from '../../ui/json-tree/long-text.tsx';
import styles from '../explain/explain.module.css';
import page from './model-page.module.css';

const HOSTS: readonly (readonly [Forwarding, string])[] = [
  ['content', 'a host that forwards content'],
  ['structuredContent', 'a host that forwards structuredContent'],
];

/** Exactly what the model gets for this exchange, or that it gets nothing. */
export function ModelPage({ inspected }: { readonly inspected: Inspected }) {
  const [forwarding, setForwarding] = useState<Forwarding>('content');
  const { row, record } = inspected;
  const envelope = settlingEnvelope(inspected);
  const isExchange =
    inspected.request !== undefined || envelope?.kind === 'result' || envelope?.kind === 'error';
  if (!isExchange && row.tier === 'ok') {
    const what = record.type === 'stderr' ? 'A line on stderr' : 'This';
    return <p className={styles.note}>{what} never reaches the model.</p>;
  }
  const result = envelope?.kind === 'result' ? envelope.result : undefined;
  const broken = (envelope?.kind === 'result' || envelope?.kind === 'error') && envelope.faults.length > 0;
  const unmatched = inspected.unmatched !== undefined;
  const view = modelView(settlingRow(inspected), result, forwarding, { broken, unmatched });
  const choice = view.kind === 'blocks' || view.kind === 'json';
  return (
    <div className={styles.page}>
      {choice && (
        <fieldset className={page.hosts}>
          <legend>What the model reads from</legend>
          {HOSTS.map(([value, label]) => (
            <label key={value}>
              <input
                type="radio"
                name="forwarding"
                checked={forwarding === value}
                onChange={() => setForwarding(value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      <View view={view} />
    </div>
  );
}

function View({ view }: { readonly view: ModelView }) {
  switch (view.kind) {
    case 'blocks':
      return (
        <>
          {view.note !== '' && <p className={styles.note}>{view.note}</p>}
          {view.blocks.length > 0 ? (
            <ContentBlocks blocks={view.blocks} />
          ) : (
            <p className={page.nothing}>
              No content. The model learns that the call ended, and nothing else.
            </p>
          )}
        </>
      );
    case 'json':
      return (
        <>
          <Card title="The text that the model reads" aside="structuredContent as JSON">
            <ScrollBox className={page.text}>
              <LongText text={JSON.stringify(view.value)} firstChars={4000} />
            </ScrollBox>
          </Card>
          <Card title="The same as a tree">
            <JsonTree value={view.value} label="structuredContent" />
          </Card>
        </>
      );
    case 'nothing':
      return (
        <>
          <div className={page.nothing}>
            <strong>Nothing.</strong>
            <p>{view.why}</p>
          </div>
          <Card title="What hosts show the user instead">
            <p>{view.hostText}</p>
          </Card>
        </>
      );
    case 'not-for-the-model':
      return <p className={page.nothing}>{view.text}</p>;
    default:
      return assertNever(view);
  }
}

/** What a host hands on to the model: `content`, or `structuredContent` if there is one. */
type Forwarding = 'content' | 'structuredContent';

/** What reaches the model for one exchange. */
type ModelView =
  | { readonly kind: 'blocks'; readonly blocks: readonly ContentBlock[]; readonly note: string }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'nothing'; readonly why: string; readonly hostText: string }
  | { readonly kind: 'not-for-the-model'; readonly text: string };

/**
 * `row` is the row that settles the exchange (the answer, or the request if none came),
 * `result` its result, undefined without one.
 */
export function modelView(
  row: Row,
  result: unknown,
  forwarding: Forwarding,
  traits: AnswerTraits = {},
): ModelView {
  if (row.tier === 'protocol' && row.direction === 'client-to-server' && row.shape === 'error') {
    return { kind: 'not-for-the-model', text: 'This error went to the server, not to the model.' };
  }
  if (row.tier === 'protocol' || row.tier === 'client' || row.tier === 'transport') {
    return { kind: 'nothing', ...nothing(row, traits) };
  }
  if (row.outcome === 'pending') return { kind: 'not-for-the-model', text: 'There is no answer yet.' };
  if (row.direction === 'client-to-server' && row.shape !== 'request') {
    return { kind: 'not-for-the-model', text: 'This answer went to the server, not to the model.' };
  }
  if (row.method !== 'tools/call') return { kind: 'not-for-the-model', text: hostDecides(row.method) };
  if (!isJsonObject(result)) return { kind: 'not-for-the-model', text: 'There is no result to read.' };
  if (createdTask(result) !== undefined) return { kind: 'not-for-the-model', text: TASK_TEXTS };
  if (forwarding === 'structuredContent' && result.structuredContent !== undefined) {
    return { kind: 'json', value: result.structuredContent };
  }
  const blocks = readBlocks(result.content);
  const missing =
    forwarding === 'structuredContent'
      ? 'There is no structuredContent: such hosts fall back to content.'
      : '';
  return { kind: 'blocks', blocks, note: missing };
}

const TASK_TEXTS =
  'The server created a task for this call. The model gets the result of the task once the host has requested it.';

/** `broken`: the answer breaks JSON-RPC. `unmatched`: it does not carry the id of the request. */
type AnswerTraits = { readonly broken?: boolean; readonly unmatched?: boolean };

type Nothing = { readonly why: string; readonly hostText: string };

function nothing(row: Row, { broken = false, unmatched = false }: AnswerTraits): Nothing {
  switch (row.outcome) {
    case 'malformed':
      return {
        why: 'A line that is no message belongs to no call, so there was nothing to hand on.',
        hostText:
          'Typically nothing: some clients skip such a line without a word, others log a parse error or report a broken connection.',
      };
    case 'duplicate':
      return {
        why: 'The call was answered before, and the client drops a second answer.',
        hostText: 'Typically nothing, or a line in the log of the host: the first answer counts.',
      };
    case 'orphan':
      return {
        why: 'No open call waits for this answer, so the client drops it.',
        hostText:
          'Typically nothing. A call that this answer was meant for ends as “Request timed out” (the TypeScript SDK raises -32001 inside the client; no server sent it).',
      };
    default:
      return row.tier === 'protocol' && (broken || (row.shape === 'result' && row.code === ''))
        ? BROKEN
        : { why: whyNothing(row, unmatched), hostText: hostText(row) };
  }
}

const BROKEN: Nothing = {
  why: 'The answer breaks JSON-RPC, so strict clients cannot read it and drop it.',
  hostText:
    'Typically: “Request timed out”, as the client goes on waiting (the TypeScript SDK raises -32001 inside the client; no server sent it). A lenient client may show the error after all.',
};

function whyNothing(row: Row, unmatched: boolean): string {
  if (row.tier === 'protocol') {
    return 'A JSON-RPC error ends at the host. The model never sees the code, the message or the data.';
  }
  if (row.tier === 'client' && unmatched) {
    return 'The answer on the wire does not carry the id of the request, so the client could not hand it on.';
  }
  if (row.tier === 'client') {
    return row.outcome === 'late' || row.outcome === 'rejected by the client'
      ? 'An answer was on the wire, but the client did not hand it on.'
      : 'There was no answer to hand on.';
  }
  return 'The pipe failed, so there was no answer to hand on.';
}

function hostText(row: Row): string {
  switch (row.tier) {
    case 'protocol':
      return `Typically: “MCP error${row.code === '' ? '' : ` ${row.code}`}${row.text === '' ? '' : `: ${row.text}`}”, or only that the ${row.method === 'tools/call' ? 'tool could not be called. Some hosts invent a tool error from it' : 'request failed'}.`;
    case 'client':
      return row.outcome === 'timed out' || row.outcome === 'late'
        ? 'Typically: “Request timed out” (the TypeScript SDK raises -32001 inside the client; no server sent it).'
        : row.outcome === 'cancelled'
          ? 'Typically: “Cancelled”, or nothing at all.'
          : 'Typically: “The tool returned an invalid result”, or a validation error of the SDK.';
    default:
      return 'Typically: “Connection closed” or “Server disconnected” (the TypeScript SDK raises -32000 inside the client; no server sent it).';
  }
}

function hostDecides(method: string): string {
  switch (method) {
    case 'tools/list':
      return 'The host turns this list into the tools that the model may call. The model sees names, descriptions and schemas.';
    case 'resources/read':
      return 'The host or the user decides whether the contents of a resource go to the model.';
    case 'prompts/get':
      return 'The messages of a prompt go to the model when the user chooses the prompt.';
    case 'initialize':
      return 'The model sees none of this, except for instructions, which some hosts put into its system prompt.';
    default:
      return 'This is between host and server. The model sees none of it.';
  }
}
