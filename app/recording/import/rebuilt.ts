import type { Direction } from '../../frame/record.ts';
import type { EntryBody } from './entry.ts';

type FrameBody = Extract<EntryBody, { type: 'frame' }>;
export type RpcNumber = number | string;

/** A message that no file holds and another one tells of: no rule looks at its form, which is nobody's. */
function rebuilt(direction: Direction, message: object): FrameBody {
  return { type: 'frame', direction, raw: JSON.stringify({ jsonrpc: '2.0', ...message }), rebuilt: true };
}

/** The request that an answer, or a sentence about a call, belongs to. */
export function rebuiltRequest(id: RpcNumber, method: string, params?: object): FrameBody {
  return rebuilt('client-to-server', { id, method, ...(params === undefined ? {} : { params }) });
}

/** A call of a tool; `args` are left out if they are not known. */
export function rebuiltCall(id: RpcNumber, tool: string, args?: unknown): FrameBody {
  return rebuiltRequest(id, 'tools/call', { name: tool, ...(args === undefined ? {} : { arguments: args }) });
}

export function rebuiltResult(id: RpcNumber, result: object): FrameBody {
  return rebuilt('server-to-client', { id, result });
}

/** The result of a tool that gave this text, empty for one that is not known, or these blocks. */
export function rebuiltToolResult(
  id: RpcNumber,
  text: string,
  isError: boolean,
  content: readonly object[] = text === '' ? [] : [{ type: 'text', text }],
): FrameBody {
  return rebuiltResult(id, { content, ...(isError ? { isError } : {}) });
}

/** An error; without a code if nobody knows it. */
export function rebuiltError(id: RpcNumber, code: RpcNumber | undefined, message: string): FrameBody {
  return rebuilt('server-to-client', { id, error: { code, message } });
}
