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
import type { JsonObject } from '../../app/base/json-value.ts';
import type { LabTool } from '../../app/lab/lab-tool.ts';
import { LAB_TOOLS, type LabToolName } from '../../app/lab/lab-tools.ts';
import { version } from '../../package.json' with { type: 'json' };
import { ClientReplies, errorResult, type LabAnswer, LabArgumentError, type LabCall } from './lab-call.ts';
import type { LabProcess, LabWire } from './lab-process.ts';
import { LAB_RUNS } from './lab-runs.ts';
import { TRIANGLE_PNG } from './sample-media.ts';

const REPLY_LIMIT_MS = 5000;

/** Connects the error lab to a transport; raw bytes go to `wire`, which must share the transport's stdout. */
export async function startLab(transport: Transport, wire: LabWire, process: LabProcess): Promise<Server> {
  const server = new Server(
    { name: 'tierscope-error-lab', title: 'Tierscope error lab', version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, logging: {} },
      instructions: 'Every tool fails in one way, on purpose. Its description says how, and at which tier.',
    },
  );
  const replies = new ClientReplies();
  serveTools(server, wire, process, replies);
  serveResources(server);
  servePrompts(server);
  server.onerror = (error) => wire.writeStderr(`[error-lab] ${error.message}\n`);
  await server.connect(transport);
  replies.watch(transport);
  return server;
}

function serveTools(server: Server, wire: LabWire, process: LabProcess, replies: ClientReplies): void {
  // Parsed once, so that a schema in the table which MCP does not allow fails at the start.
  const listed = ListToolsResultSchema.parse({ tools: LAB_TOOLS.map(listedTool) });
  server.setRequestHandler(ListToolsRequestSchema, () => listed);
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = LAB_TOOLS.find((known) => known.name === params.name);
    if (tool === undefined) throw new LabError(-32602, `Unknown tool: ${params.name}`);
    const send: LabCall['request'] = async (id, method, request) => {
      const reply = replies.wait(id, process.sleep(REPLY_LIMIT_MS, extra.signal));
      await wire.writeLine(JSON.stringify({ jsonrpc: '2.0', id, method, params: request }));
      return reply;
    };
    const call: LabCall = {
      id: extra.requestId,
      args: params.arguments ?? {},
      progressToken: params._meta?.progressToken,
      signal: extra.signal,
      wire,
      process,
      request: send,
    };
    return answerThroughSdk(await runTool(tool.name, call));
  });
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

/** What the SDK is to send; a promise that never settles keeps it silent. */
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

const PROMPTS = [
  {
    name: 'explain-tiers',
    title: 'Explain the tiers',
    description: 'A prompt that is always given: the ok tier.',
    arguments: [{ name: 'audience', description: 'For whom', required: false }],
  },
  {
    name: 'refused',
    title: 'A prompt that is refused',
    description: 'Fails with -32602, whatever its argument: the protocol tier.',
    arguments: [{ name: 'topic', description: 'Never good enough', required: true }],
  },
];

/** Prompts of which the last is never given. */
function servePrompts(server: Server): void {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: PROMPTS }));
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

const RESOURCES = [
  {
    uri: 'lab://readme',
    name: 'readme',
    title: 'What the error lab is',
    description: 'A text that reads fine: the ok tier.',
    mimeType: 'text/plain',
  },
  {
    uri: 'lab://triangle.png',
    name: 'triangle',
    title: 'A picture',
    description: 'Bytes that read fine: the ok tier.',
    mimeType: 'image/png',
  },
  {
    uri: 'lab://missing',
    name: 'missing',
    title: 'A resource that is gone',
    description: 'Listed, but reading it fails with -32002: the protocol tier.',
    mimeType: 'text/plain',
  },
];

/** Resources of which the last cannot be read. */
function serveResources(server: Server): void {
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: RESOURCES }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      {
        uriTemplate: 'lab://shelf/{name}',
        name: 'shelf',
        title: 'An empty shelf',
        description: 'Whatever the name, reading it fails with -32002: the protocol tier.',
      },
    ],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    if (uri === 'lab://readme') return { contents: [{ uri, mimeType: 'text/plain', text: README }] };
    if (uri === 'lab://triangle.png') {
      return { contents: [{ uri, mimeType: 'image/png', blob: TRIANGLE_PNG }] };
    }
    // MCP 2025-11-25, server/resources, "Error Handling".
    throw new LabError(-32002, 'Resource not found', { uri });
  });
}

/** What the SDK's server turns into a JSON-RPC error: it takes `code` and `data` from what is thrown. */
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
