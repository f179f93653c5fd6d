/** A JSON-RPC id: `key` tells ids apart (5 is not "5"), `text` is the id as the wire shows it. */
export type RpcId = { readonly key: string; readonly text: string };

/**
 * Reads an id that JSON.parse gave. Null is no id.
 * `raw` is the whole line: an integer beyond 2^53 is read from it, because JSON.parse rounds.
 */
export function readRpcId(value: unknown, raw: string): RpcId | undefined {
  if (typeof value === 'string') return { key: `s:${value}`, text: JSON.stringify(value) };
  if (typeof value !== 'number') return undefined;
  const text = Number.isSafeInteger(value) ? String(value) : (idText(raw) ?? String(value));
  return { key: `n:${text}`, text };
}

/** The id of a number as the SDK's client counts them. */
export function numberId(value: number): RpcId {
  return { key: `n:${value}`, text: String(value) };
}

function idText(raw: string): string | undefined {
  return /"id"\s*:\s*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/.exec(raw)?.[1];
}
