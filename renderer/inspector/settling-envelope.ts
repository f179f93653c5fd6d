import type { Envelope, WireError } from '../../app/wire/envelope.ts';
import type { Inspected } from './inspected.ts';

/** The envelope that settles the selected exchange; of a batch the item that answers its request. */
export function settlingEnvelope(inspected: Inspected): Envelope | undefined {
  const envelope = (inspected.answer ?? inspected.frame)?.envelope;
  if (envelope?.kind !== 'batch') return envelope;
  const answers = envelope.items.filter((item) => item.kind === 'result' || item.kind === 'error');
  const id = inspected.request?.row.id;
  return answers.find((item) => item.id?.text === id) ?? answers[0] ?? envelope;
}

/** The JSON-RPC error of the selected exchange, or undefined where there is none. */
export function wireErrorOf(inspected: Inspected): WireError | undefined {
  const envelope = settlingEnvelope(inspected);
  return envelope?.kind === 'error' ? envelope.error : undefined;
}
