import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

type Json = Readonly<Record<string, unknown>>;

/** How the official client sees a call: the result, or what it throws. */
export type Answer =
  | { readonly kind: 'result'; readonly result: Json }
  | { readonly kind: 'error'; readonly code: unknown; readonly message: string; readonly data: unknown };

/** A host, as far as a survey can see it: the text of an answer that the model gets. */
export type ScriptedHost = (answer: Answer) => string;

/** An official client of either era, reduced to what a survey needs. */
export type AgentClient = {
  tools(): Promise<readonly string[]>;
  /** The same tools with their schemas. */
  definitions(): Promise<readonly Json[]>;
  call(name: string, args?: Json): Promise<Answer>;
  close(): Promise<void>;
};

type Words = readonly string[];

/** Client 1.x of the official SDK, which uses the `initialize` handshake. */
export async function initializeAgent(name: string, [command = '', ...args]: Words): Promise<AgentClient> {
  const client = new Client({ name, version: '1.2.3' });
  await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
  return {
    tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    definitions: async () => (await client.listTools()).tools,
    call: (tool, args = {}) => answerOf(client.callTool({ name: tool, arguments: args })),
    close: () => client.close(),
  };
}

/** Client 2.x, which uses 2026-07-28 with this server or fails. */
export async function modernAgent(name: string, [command = '', ...args]: Words): Promise<AgentClient> {
  const client = new ModernClient(
    { name, version: '4.5.6' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(new ModernTransport({ command, args, stderr: 'ignore' }));
  return {
    tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    definitions: async () => (await client.listTools()).tools,
    call: (tool, args = {}) => answerOf(client.callTool({ name: tool, arguments: args })),
    close: () => client.close(),
  };
}

async function answerOf(call: Promise<unknown>): Promise<Answer> {
  try {
    return { kind: 'result', result: (await call) as Json };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { code, data } = error as { code?: unknown; data?: unknown };
    // Client 1.x puts the code in front of the server's message.
    return { kind: 'error', code, message: error.message.replace(/^MCP error -?\d+: /, ''), data };
  }
}

/** Acts as the survey's agent: calls each tool, and reports what its host shows it. */
export async function takeSurvey(client: AgentClient, host: ScriptedHost): Promise<string> {
  const names = (await client.tools()).filter((name) => /^survey-(?!start$|report$)/.test(name));
  const markers: string[] = [];
  for (const name of names) markers.push(`${name}: ${host(await client.call(name)) || 'none'}`);
  const told = await client.call('survey-report', { markers });
  return JSON.stringify(told);
}

/** Passes everything to the model, as JSON. */
export const passesAll: ScriptedHost = (answer) =>
  answer.kind === 'result'
    ? JSON.stringify(answer.result)
    : JSON.stringify([answer.code, answer.message, answer.data]);

/** For an error the message, or the first block if it is text; for a success everything. */
export const dropsOnErrors: ScriptedHost = (answer) => {
  if (answer.kind === 'error') return answer.message;
  if (answer.result.isError !== true) return JSON.stringify(answer.result);
  const [first] = answer.result.content as { text?: string }[];
  return first?.text ?? '';
};

/** Truncates another host's text to this many characters. */
export function cutting(host: ScriptedHost, characters: number): ScriptedHost {
  return (answer) => host(answer).slice(0, characters);
}
