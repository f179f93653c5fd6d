import { type Envelope, readEnvelope, readValue } from '../../app/wire/envelope.ts';

/** A line read once for both its readers: the value for the SDK's client, the envelope for the log. */
export type ServerMessage = { readonly envelope: Envelope; readonly value: unknown };

/** Reads one line of a server; `value` is undefined where it is not JSON. */
export function readServerMessage(raw: string): ServerMessage {
  try {
    const value: unknown = JSON.parse(raw);
    return { envelope: readValue(value, raw), value };
  } catch {
    return { envelope: readEnvelope(raw), value: undefined };
  }
}
