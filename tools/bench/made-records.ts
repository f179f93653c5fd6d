import type { FrameRecord, KnownRecord } from '../../app/frame/record.ts';

export const NOT_SAFE = 2 ** 53;

export const ping = (id: number | string) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
export const pong = (id: number | string) => `{"jsonrpc":"2.0","id":${id},"result":{}}`;
export const failure = (id: number | string) =>
  `{"jsonrpc":"2.0","id":${id},"error":{"code":-32602,"message":"Invalid arguments for tool ${id}: expected string"}}`;

/** As many texts as `bytes` has room for, one for each number. */
export function texts(bytes: number, text: (index: number) => string): string[] {
  const found: string[] = [];
  for (let held = 0, index = 1; held < bytes; index += 1) {
    const next = text(index);
    found.push(next);
    held += next.length + 1;
  }
  return found;
}

export const jsonOf = (messages: readonly string[]) => `[${messages.join(',')}]`;

export const sent = (raw: string) => frame('client-to-server', raw);
export const received = (raw: string) => frame('server-to-client', raw);

function frame(direction: FrameRecord['direction'], raw: string): FrameRecord {
  return { type: 'frame', seq: 0, at: 0, session: 's1', direction, raw };
}

export function placed(records: readonly KnownRecord[]): KnownRecord[] {
  return records.map((record, index) => ({ ...record, seq: index + 1, at: index }));
}
