import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  CallToolResultSchema,
  ListToolsRequestSchema,
  ListToolsResultSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../../app/base/json-value.ts';
import type { LabTool } from '../../app/lab/lab-tool.ts';
import { LAB_TOOLS, type LabToolName } from '../../app/lab/lab-tools.ts';
import { version } from '../../package.json' with { type: 'json' };
import { LabArgumentError } from './lab-arguments.ts';
import { errorResult, type LabAnswer, type LabCall } from './lab-call.ts';
import { LabError } from './lab-error.ts';
import type { LabProcess } from './lab-process.ts';
import { servePrompts } from './lab-prompts.ts';
import { serveResources } from './lab-resources.ts';
import { LAB_RUNS } from './lab-runs.ts';
import type { LabWire } from './lab-wire.ts';
import { PeerReplies } from './peer-replies.ts';

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
  const replies = new PeerReplies();
  serveTools(server, wire, process, replies);
  serveResources(server);
  servePrompts(server);
  server.onerror = (error) => wire.writeStderr(`[error-lab] ${error.message}\n`);
  await server.connect(transport);
  replies.watch(transport);
  return server;
}

function serveTools(server: Server, wire: LabWire, process: LabProcess, replies: PeerReplies): void {
  // Parsed once, so that a schema in the table which MCP does not allow fails at the start.
  const listed = ListToolsResultSchema.parse({ tools: LAB_TOOLS.map(listedTool) });
  server.setRequestHandler(ListToolsRequestSchema, () => listed);
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = LAB_TOOLS.find((known) => known.name === params.name);
    if (tool === undefined) throw new LabError(-32602, `Unknown tool: ${params.name}`);
    const ask: LabCall['ask'] = async (id, method, request) => {
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
      ask,
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
