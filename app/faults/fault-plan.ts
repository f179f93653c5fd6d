import type { JsonObject } from '../base/json-value.ts';
import type { Fault, FaultAction, FaultSelector } from './fault.ts';

const TOOL_CALL = 'tools/call';

/** A request as far as a fault chooses by it. */
export type FaultyRequest = {
  readonly method: string;
  /** The tool, prompt or resource that it names; empty for none. */
  readonly target: string;
};

/** What a server under faults does with a request, instead of only answering it. */
export type FaultStep =
  /** The server handles the request after a while. */
  | { readonly kind: 'later'; readonly milliseconds: number }
  /** The server handles the request, and takes this for its id: JSON text. */
  | { readonly kind: 'renamed'; readonly idText: string }
  /** The server handles the request, and its answer trickles out. */
  | { readonly kind: 'slowly'; readonly bytesPerSecond: number }
  /** The server never sees the request: this line is its answer. */
  | { readonly kind: 'line'; readonly line: string }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'close-stdout' }
  | { readonly kind: 'exit'; readonly exitCode: number };

/** Chooses the fault of each request, and counts the calls. */
export class FaultPlan {
  readonly #faults: readonly Fault[];
  #calls = 0;

  constructor(faults: readonly Fault[]) {
    this.#faults = faults;
  }

  /** What befalls this request; undefined if it is handled as usual. `idText` is its id as JSON text. */
  take(request: FaultyRequest, idText: string): FaultStep | undefined {
    if (request.method === TOOL_CALL) this.#calls += 1;
    const fault = this.#faults.find(({ selector }) => isChosen(selector, request, this.#calls));
    return fault === undefined ? undefined : stepOf(fault.action, idText);
  }
}

function isChosen(selector: FaultSelector, { method, target }: FaultyRequest, calls: number): boolean {
  if (selector.kind === 'method') return method === selector.name;
  if (method !== TOOL_CALL) return false;
  switch (selector.kind) {
    case 'all':
      return true;
    case 'tool':
      return target === selector.name;
    case 'every':
      return calls % selector.count === 0;
  }
}

function stepOf(action: FaultAction, idText: string): FaultStep {
  switch (action.kind) {
    case 'delay':
      return { kind: 'later', milliseconds: action.milliseconds };
    case 'never':
      return { kind: 'nothing' };
    case 'close-stdout':
      return { kind: 'close-stdout' };
    case 'crash':
      return { kind: 'exit', exitCode: action.exitCode };
    case 'garbage':
      return { kind: 'line', line: GARBAGE };
    case 'huge':
      return { kind: 'line', line: hugeLine(idText, action.bytes) };
    case 'slow':
      return { kind: 'slowly', bytesPerSecond: action.bytesPerSecond };
    case 'wrong-id':
      return { kind: 'renamed', idText: wrongId(idText) };
    case 'error': {
      const { code, message, data } = action;
      return { kind: 'line', line: answerLine(idText, 'error', { code, message, data }) };
    }
    case 'tool-error':
      return { kind: 'line', line: answerLine(idText, 'result', action.result) };
  }
}

/** The beginning of an answer, and then what no JSON reader takes. */
const GARBAGE = '{"jsonrpc":"2.0","result":{"content":[{"type":"text","te\u0000\u0001xt"::[}}';

function answerLine(idText: string, member: 'result' | 'error', value: JsonObject): string {
  return `{"jsonrpc":"2.0","id":${idText},"${member}":${JSON.stringify(value)}}`;
}

const FILLER = 'All work and no play makes a very long answer. ';

function hugeLine(idText: string, bytes: number): string {
  const text = FILLER.repeat(Math.ceil(bytes / FILLER.length)).slice(0, bytes);
  return answerLine(idText, 'result', { content: [{ type: 'text', text }] });
}

/** An id that the client has not used: a number far above its own, or its text with an ending. */
function wrongId(idText: string): string {
  return idText.startsWith('"') ? `${idText.slice(0, -1)}-wrong"` : '987654321';
}
