import type { Direction } from '../../frame/record.ts';
import type { EntryBody } from './entry.ts';

type FrameBody = Extract<EntryBody, { type: 'frame' }>;
export type RpcNumber = number | string;

/** A message inferred from another one and missing in the file: no rule checks its form. */
function rebuilt(direction: Direction, message: object): FrameBody {
  return { type: 'frame', direction, raw: JSON.stringify({ jsonrpc: '2.0', ...message }), rebuilt: true };
}

/** The request of an answer, or of a sentence about a call. */
export function rebuiltRequest(id: RpcNumber, method: string, params?: object): FrameBody {
  return rebuilt('client-to-server', { id, method, ...(params === undefined ? {} : { params }) });
}

/** A tool call; `args` are omitted if unknown. */
export function rebuiltCall(id: RpcNumber, tool: string, args?: unknown): FrameBody {
  return rebuiltRequest(id, 'tools/call', { name: tool, ...(args === undefined ? {} : { arguments: args }) });
}

export function rebuiltResult(id: RpcNumber, result: object): FrameBody {
  return rebuilt('server-to-client', { id, result });
}

/** The result of a tool with this text (empty if unknown) or these blocks. */
export function rebuiltToolResult(
  id: RpcNumber,
  text: string,
  isError: boolean,
  content: readonly object[] = text === '' ? [] : [{ type: 'text', text }],
): FrameBody {
  return rebuiltResult(id, { content, ...(isError ? { isError } : {}) });
}

/** An error; without a code if it is unknown. */
export function rebuiltError(id: RpcNumber, code: RpcNumber | undefined, message: string): FrameBody {
  return rebuilt('server-to-client', { id, error: { code, message } });
}
