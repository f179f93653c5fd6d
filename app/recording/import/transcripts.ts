import { isJsonObject, type JsonObject, parseJson, stringAt, writtenOut } from '../../base/json-value.ts';
import { statedReason } from '../host-log/stated-reason.ts';
import type { Entry, EntryBody } from './entry.ts';
import { type LineFormat, objectLines } from './foreign-format.ts';
import { rebuiltCall, rebuiltError, rebuiltToolResult } from './rebuilt.ts';

const COMMON = [
  'A transcript holds what the model asked for and what it read: messages are put together from that.',
  'Only calls of MCP tools are shown; the conversation is left out.',
] as const;

type Source = Pick<LineFormat, 'title'> & {
  /** The name by which the host's client introduces itself. */
  readonly client: string;
  readonly notes: readonly string[];
  readonly isLine: (line: JsonObject) => boolean;
  readonly stepsOf: (line: JsonObject) => readonly Step[];
};

function transcript({ title, client, notes, isLine, stepsOf }: Source): LineFormat {
  return {
    kind: 'lines',
    title,
    notes: [...COMMON, ...notes],
    recognizes: ({ objects }) => objects.some(isLine),
    start: (journal) => {
      const calls = new TranscriptCalls(client);
      return objectLines(journal, (value) => {
        const epochMs = 'timestamp' in value ? journal.timeOf(value.timestamp) : undefined;
        if (typeof value.version === 'string') calls.version = value.version;
        return stepsOf(value).flatMap((step) => calls.take(step).map((entry) => ({ ...entry, epochMs })));
      });
    },
  };
}

// Facts: anthropics/claude-code#33559, #1804, #90844 (projects/*/*.jsonl: tool_use, tool_result, toolUseResult); run
// with 2.1.332, which marks an answer of the server that has _meta or structuredContent by mcpMeta.
/** The conversation file of Claude Code and of agents on its SDK, `~/.claude/projects/<project>/<session>.jsonl`. */
export const claudeCodeTranscript = transcript({
  title: 'Claude Code transcript',
  client: 'claude-code',
  notes: [
    'Claude Code passes on the message of an error and the text of a result; the rest is not in the file.',
    'Newer versions leave out the code of a JSON-RPC error: without a recording it is shown as a tool error.',
  ],
  isLine: ({ type, message, sessionId }) =>
    (type === 'user' || type === 'assistant') && isJsonObject(message) && typeof sessionId === 'string',
  stepsOf: blocksOf,
});

/** The calls and results in a line from Claude Code, or from an agent built on its SDK. */
function blocksOf({ message, mcpMeta }: JsonObject): Step[] {
  const content = isJsonObject(message) ? message.content : undefined;
  if (!Array.isArray(content)) return [];
  return content.flatMap((block): Step[] => {
    if (!isJsonObject(block)) return [];
    if (block.type === 'tool_use' && typeof block.name === 'string')
      return [{ kind: 'call', id: writtenOut(block.id), name: block.name, args: block.input }];
    if (block.type !== 'tool_result') return [];
    const id = writtenOut(block.tool_use_id);
    const failed = block.is_error === true;
    return [{ kind: 'end', id, failed, content: block.content, isServers: mcpMeta !== undefined }];
  });
}

// Facts: openai/codex `protocol.rs` (RolloutItem, McpToolCallEndEvent), vectorize-io/hindsight#778.
/** Codex's conversation file, `~/.codex/sessions/…/rollout-….jsonl`. */
export const codexTranscript = transcript({
  title: 'Codex transcript',
  client: 'codex-mcp-client',
  notes: [],
  isLine: ({ type, payload }) => isJsonObject(payload) && ROLLOUT.has(writtenOut(type)),
  stepsOf: ({ payload }) => (isJsonObject(payload) ? [rolloutStep(payload) ?? []].flat() : []),
});

const ROLLOUT = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context']);

function rolloutStep(payload: JsonObject): Step | undefined {
  const id = stringAt(payload, 'call_id');
  if (id === undefined) return undefined;
  switch (payload.type) {
    case 'function_call': {
      const args = parseJson(stringAt(payload, 'arguments') ?? '');
      return { kind: 'call', id, name: stringAt(payload, 'name') ?? '', args };
    }
    case 'mcp_tool_call_begin':
    case 'mcp_tool_call_end': {
      const { invocation, result } = payload;
      const name = `mcp__${stringAt(invocation, 'server') ?? ''}__${stringAt(invocation, 'tool') ?? ''}`;
      const args = isJsonObject(invocation) ? invocation.arguments : undefined;
      if (payload.type === 'mcp_tool_call_begin') return { kind: 'call', id, name, args };
      const done = isJsonObject(result) ? (result.Ok ?? result.Err) : undefined;
      const isFailed = isJsonObject(done) ? (done.isError ?? done.is_error) === true : true;
      const content = isJsonObject(done) ? done.content : done;
      return { kind: 'end', id, name, args, failed: isFailed, content };
    }
    case 'function_call_output': {
      const { output } = payload;
      const text = isJsonObject(output) ? output.content : output;
      return { kind: 'end', id, failed: isJsonObject(output) && output.success === false, content: text };
    }
    default:
      return undefined;
  }
}

type Call = { readonly kind: 'call'; readonly id: string; readonly name: string; readonly args?: unknown };
type Step =
  | Call
  | {
      readonly kind: 'end';
      readonly id: string;
      readonly failed: boolean;
      readonly content: unknown;
      /** True for words that are certainly the server's. */
      readonly isServers?: boolean;
      /** The call's name, if its end repeats it. */
      readonly name?: string;
      readonly args?: unknown;
    };

/** The host's text in place of a result, for a call that it never sent. */
const NOT_SENT =
  /<tool_use_error>|doesn't want to (?:proceed|take this action)|user rejected|No such tool available/i;

/** How a host begins what its client says of a call: with an error's code, or of one without an answer. */
const OF_CLIENT =
  /^(?:Error: )?(?:M(?:CP|cp) error:? |MCP server ".{1,200}?" tool ".{1,200}?" timed out after |Connection closed$)/s;

/** Matches MCP tool calls with their ends, in one session per server. */
class TranscriptCalls {
  readonly #client: string;
  version = '';
  /** The session of each open call. */
  readonly #open = new Map<string, string>();
  readonly #ended = new Set<string>();
  readonly #known = new Set<string>();

  constructor(client: string) {
    this.#client = client;
  }

  take(step: Step): Entry[] {
    if (step.kind === 'call') return this.#call(step);
    const begun =
      step.name === undefined || this.#open.has(step.id)
        ? []
        : this.#call({ ...step, kind: 'call', name: step.name });
    const session = this.#open.get(step.id);
    if (session === undefined) return [];
    this.#open.delete(step.id);
    this.#ended.add(step.id);
    return [...begun, { session, body: endOf(step) }];
  }

  #call({ id, name, args }: Call): Entry[] {
    // "mcp__server__tool"; both names may contain single underscores.
    const [, session, tool] = /^mcp__(.{1,200}?)__(.{1,200})$/s.exec(name) ?? [];
    if (session === undefined || tool === undefined || this.#open.has(id) || this.#ended.has(id)) return [];
    this.#open.set(id, session);
    const call: Entry = { session, body: rebuiltCall(id, tool, isJsonObject(args) ? args : undefined) };
    if (this.#known.has(session)) return [call];
    this.#known.add(session);
    const client = { client: this.#client, ...(this.version === '' ? {} : { clientVersion: this.version }) };
    return [{ session, body: { type: 'session', label: session, ...client } }, call];
  }
}

/** A call's end: a protocol error if the host passes on its code, else a result. */
function endOf({ id, failed, content, isServers = false }: Extract<Step, { kind: 'end' }>): EntryBody {
  const blocks = blocksIn(content);
  const [first] = blocks;
  const text = stringAt(first, 'text') ?? '';
  if (failed && NOT_SENT.test(text.slice(0, 500)))
    return { type: 'client', event: 'cancelled', id, message: text };
  const stated = failed && !isServers && OF_CLIENT.test(text) ? statedReason(text) : undefined;
  switch (stated?.kind) {
    case 'error':
      return { ...rebuiltError(id, stated.code, stated.message), read: text };
    case 'timeout':
      return { type: 'client', event: 'timeout', id, message: text };
    case 'closed':
      return { type: 'process', event: 'exited', exitCode: null, message: text, rebuilt: true };
    default:
      return { ...rebuiltToolResult(id, '', failed, blocks), read: true };
  }
}

/** The content that the model read, as the blocks of a result. */
function blocksIn(content: unknown): JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block): JsonObject[] => {
    if (!isJsonObject(block)) return [];
    const { source } = block;
    if (block.type !== 'image' || !isJsonObject(source)) return [block];
    return [{ type: 'image', mimeType: source.media_type, data: source.data }];
  });
}
