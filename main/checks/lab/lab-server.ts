import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  CallToolResultSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ListToolsResultSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import { targetOf } from '../../../app/frame/target.ts';
import { type Fault, FaultPlan } from '../../../app/lab/faults/fault.ts';
import { LAB_SERVER_NAME, LAB_TOOLS, type LabTool, type LabToolName } from '../../../app/lab/lab-tools.ts';
import { CLIENT_INFO_KEY, PROTOCOL_VERSION_KEY } from '../../../app/protocol/meta-keys.ts';
import { FIRST_STATELESS, readRevision } from '../../../app/protocol/revisions.ts';
import type { Peer } from '../../../app/session/session-facts.ts';
import { version } from '../../../package.json' with { type: 'json' };
import { madeAnswerRuns, writtenRuns } from './lab-answers.ts';
import {
  ClientReplies,
  errorResult,
  type LabAnswer,
  LabArgumentError,
  type LabCall,
  type LabRun,
} from './lab-call.ts';
import { prompts, resources, resourceTemplates } from './lab-contents.json' with { type: 'json' };
import type { LabProcess, LabWire } from './lab-process.ts';
import { brokenRuns, trafficRuns } from './lab-runs.ts';
import { TRIANGLE_PNG } from './sample-media.ts';

const REPLY_LIMIT_MS = 5000;

export type LabAddition = {
  /** The entries for `tools/list`; they come before the lab's own. */
  readonly tools: readonly JsonObject[];
  /** False to leave out the lab's own tools. */
  readonly keepsOwn: boolean;
  readonly instructions: string;
  /** Answers a call for this client; undefined if the tool is not one of these. */
  call(name: string, args: JsonObject, client: Peer): Promise<LabAnswer | undefined>;
};

type LabOptions = {
  readonly addition?: LabAddition | undefined;
  /** Faults injected before a tool is called. */
  readonly faults?: readonly Fault[];
};

export const LAB_INFO = { name: LAB_SERVER_NAME, title: 'Tierscope error lab', version };
export const LAB_CAPABILITIES = { tools: {}, resources: {}, prompts: {}, logging: {} };
const INSTRUCTIONS = 'Every tool fails in one way, on purpose. Its description says how, and at which tier.';

export function labInstructions(addition?: LabAddition): string {
  if (addition === undefined) return INSTRUCTIONS;
  return addition.keepsOwn ? `${INSTRUCTIONS} ${addition.instructions}` : addition.instructions;
}

/** Connects the error lab to a transport. Raw bytes go to `wire`, which must share the transport's stdout. */
export async function startLab(
  transport: Transport,
  wire: LabWire,
  process: LabProcess,
  { addition, faults = [] }: LabOptions = {},
): Promise<Server> {
  const instructions = labInstructions(addition);
  const server = new Server(LAB_INFO, { capabilities: LAB_CAPABILITIES, instructions });
  const replies = new ClientReplies();
  serveTools(server, { wire, process, replies, addition });
  serveResources(server);
  servePrompts(server);
  server.onerror = (error) => wire.writeStderr(`[error-lab] ${error.message}\n`);
  await server.connect(transport);
  replies.watch(transport);
  watchForFaults(transport, faults, wire, process);
  return server;
}

type Stage = {
  readonly wire: LabWire;
  readonly process: LabProcess;
  readonly replies: ClientReplies;
  readonly addition: LabAddition | undefined;
};

function serveTools(server: Server, { wire, process, replies, addition }: Stage): void {
  const own = addition?.keepsOwn === false ? [] : LAB_TOOLS;
  // Parsed once, so that a schema in the table that MCP does not allow fails at startup. A survey sends such ones.
  const { tools } = ListToolsResultSchema.parse({ tools: own.map(listedTool) });
  const listed = { tools: [...(addition?.tools ?? []), ...tools] };
  server.setRequestHandler(ListToolsRequestSchema, () => listed);
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { name, arguments: args = {}, _meta: meta = {} } = params;
    const added = await addition?.call(name, args, clientOf(server, meta));
    if (added !== undefined) return answerThroughSdk(added);
    const tool = own.find((known) => known.name === name);
    if (tool === undefined) throw new LabError(-32602, `Unknown tool: ${name}`);
    const send: LabCall['request'] = async (id, method, request) => {
      const reply = replies.wait(id, process.sleep(REPLY_LIMIT_MS, extra.signal));
      await wire.writeLine(JSON.stringify({ jsonrpc: '2.0', id, method, params: request }));
      return reply;
    };
    const call: LabCall = {
      id: extra.requestId,
      args,
      progressToken: meta.progressToken,
      isModern: readRevision(meta[PROTOCOL_VERSION_KEY]) === FIRST_STATELESS,
      signal: extra.signal,
      wire,
      process,
      request: send,
    };
    return answerThroughSdk(await runTool(tool.name, call));
  });
}

/** Each request of 2026-07-28 names its client; earlier revisions do so in the handshake. */
function clientOf(server: Server, meta: JsonObject): Peer {
  const named = meta[CLIENT_INFO_KEY] ?? server.getClientVersion();
  return { name: stringAt(named, 'name') ?? '', version: stringAt(named, 'version') ?? '' };
}

function listedTool({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  endsServer,
}: LabTool): JsonObject {
  const annotations = { title, readOnlyHint: !endsServer, destructiveHint: endsServer, openWorldHint: false };
  return { name, title, description, inputSchema, outputSchema, annotations };
}

async function runTool(name: LabToolName, call: LabCall): Promise<LabAnswer> {
  try {
    return await LAB_RUNS[name](call);
  } catch (error) {
    if (error instanceof LabArgumentError) return errorResult(`${error.message} Correct it and call again.`);
    throw error;
  }
}

/** The result for the SDK to send; a promise that never settles keeps it silent. */
async function answerThroughSdk(answer: LabAnswer): Promise<CallToolResult> {
  switch (answer.kind) {
    case 'result':
      return CallToolResultSchema.parse(answer.result);
    case 'error':
      throw new LabError(answer.code, answer.message, answer.data);
    case 'written':
      return new Promise(() => {});
  }
}

/** Serves prompts; the last one always fails. */
function servePrompts(server: Server): void {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    if (params.name === 'explain-tiers') {
      const audience = params.arguments?.audience ?? 'a newcomer';
      const text = `Explain to ${audience} who sees a tool error, and who sees a protocol error.`;
      return { messages: [{ role: 'user', content: { type: 'text', text } }] };
    }
    if (params.name === 'refused') throw new LabError(-32602, 'Missing required argument: topic');
    throw new LabError(-32602, `Unknown prompt: ${params.name}`);
  });
}

const README = `The error lab is an MCP server that fails on purpose.
Each of its tools shows one failure, and says at which tier it lands.`;

/** Serves resources; the last one cannot be read. */
function serveResources(server: Server): void {
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    if (uri === 'lab://readme') return { contents: [{ uri, mimeType: 'text/plain', text: README }] };
    if (uri === 'lab://triangle.png') {
      return { contents: [{ uri, mimeType: 'image/png', blob: TRIANGLE_PNG }] };
    }
    // MCP 2025-11-25, server/resources, "Error Handling".
    throw new LabError(-32002, 'Resource not found', { uri });
  });
}

/** An error that the SDK's server turns into a JSON-RPC error: it takes `code` and `data` from it. */
class LabError extends Error {
  override readonly name = 'LabError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The implementation of each tool in `LAB_TOOLS`, by name. */
export const LAB_RUNS: Readonly<Record<LabToolName, LabRun>> = {
  ...writtenRuns,
  ...madeAnswerRuns,
  ...brokenRuns,
  ...trafficRuns,
};

/** Fails incoming requests of a connected transport as the faults describe; the others go to the SDK. */
function watchForFaults(
  transport: Transport,
  faults: readonly Fault[],
  wire: LabWire,
  process: LabProcess,
): void {
  const plan = new FaultPlan(faults);
  const toSdk = transport.onmessage;
  transport.onmessage = (message, extra) => {
    const request = requestOf(message);
    const step = request && plan.take(request, JSON.stringify(request.id));
    if (request === undefined || step === undefined) {
      toSdk?.(message, extra);
      return;
    }
    switch (step.kind) {
      case 'delay':
        void process.sleep(step.milliseconds).then(() => toSdk?.(message, extra));
        return;
      case 'renamed':
        toSdk?.({ ...message, id: JSON.parse(step.idText) }, extra);
        return;
      case 'slow':
        wire.slowDown(request.id, step.bytesPerSecond);
        toSdk?.(message, extra);
        return;
      case 'line':
        void wire.writeLine(step.line);
        return;
      case 'close-stdout':
        process.closeStdout();
        return;
      case 'crash':
        process.exit(step.exitCode);
        return;
      case 'never':
    }
  };
}

type Request = {
  readonly id: string | number;
  readonly method: string;
  readonly target: string;
  readonly params: unknown;
};

function requestOf(message: unknown): Request | undefined {
  if (!isJsonObject(message)) return undefined;
  const { id, method, params } = message;
  if (typeof method !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  return { id, method, target: targetOf(method, params), params };
}
