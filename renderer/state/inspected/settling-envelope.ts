import { jsonText, stringAt } from '../../../app/base/json-value.ts';
import type { Row } from '../../../app/frame/row.ts';
import { type TaskEnd, taskEnd } from '../../../app/frame/task-end.ts';
import type { Envelope, WireError } from '../../../app/wire/envelope.ts';
import type { Inspected } from './inspected.ts';

/** The envelope that settles the exchange: for a batch its item, for a completed task that of its call. */
export function settlingEnvelope(inspected: Inspected): Envelope | undefined {
  const envelope = answeringEnvelope(inspected);
  const end = endOfTask(inspected);
  if (envelope?.kind !== 'result' || end === undefined) return envelope;
  const { id, faults } = envelope;
  if (end.kind === 'result') return { kind: 'result', id, faults, result: end.result };
  const { code, data } = end.error;
  const codeText = code === undefined ? '' : jsonText(code);
  const error = { code, codeText, data, message: stringAt(end.error, 'message') ?? '' };
  return { kind: 'error', id, faults, error };
}

function endOfTask(inspected: Inspected): TaskEnd | undefined {
  return taskEnd(inspected.settling.method, resultIn(answeringEnvelope(inspected)));
}

function resultIn(envelope: Envelope | undefined): unknown {
  return envelope?.kind === 'result' ? envelope.result : undefined;
}

/**
 * The row that settles the exchange. If it reports how a task's call ended, it is shown as a tool call, since the
 * duration of the status request says nothing about that call.
 */
export function settlingRow(inspected: Inspected): Row {
  const { settling } = inspected;
  return endOfTask(inspected) === undefined
    ? settling
    : { ...settling, method: 'tools/call', durationMs: -1 };
}

function answeringEnvelope(inspected: Inspected): Envelope | undefined {
  const envelope = (inspected.answer ?? inspected.frame)?.envelope;
  if (envelope?.kind !== 'batch') return envelope;
  const answers = envelope.items.filter((item) => item.kind === 'result' || item.kind === 'error');
  const id = inspected.request?.row.id;
  return answers.find((item) => item.id?.text === id) ?? answers[0] ?? envelope;
}

/** The result of the selected exchange, or undefined if there is none. */
export function settlingResult(inspected: Inspected): unknown {
  return resultIn(settlingEnvelope(inspected));
}

/** The JSON-RPC error of the selected exchange, or undefined if there is none. */
export function wireErrorOf(inspected: Inspected): WireError | undefined {
  const envelope = settlingEnvelope(inspected);
  return envelope?.kind === 'error' ? envelope.error : undefined;
}
