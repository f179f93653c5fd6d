import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import {
  acceptedContent,
  type CallToolResult,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { foreignEnds, foreignName } from '../../../app/base/foreign-text.ts';
import { isJsonObject } from '../../../app/base/json-value.ts';
import { ok, type Result } from '../../../app/base/result.ts';
import type { ServeAnswer } from '../../../app/contract/agent/answer.ts';
import { probeAnswer, probeSchema } from '../../../app/contract/agent/probe-answer.ts';
import { redactedDocument } from '../../../app/frame/redaction/redacted-document.ts';
import { Redactor } from '../../../app/frame/redaction/redactor.ts';
import { CLIENT_CAPABILITIES_KEY } from '../../../app/protocol/meta-keys.ts';
import type { ReportOptions } from '../../../app/report/report-options.ts';
import { runProbe } from '../../checks/probe/run-probe.ts';
import { probeFile } from '../../checks/probe/saved-result.ts';
import { joinCommandLine } from '../../session/command-line.ts';
import { type ProgramCommand, ReaperClient } from '../../session/reaper-client.ts';
import { serverLabel } from '../../session/record-body.ts';

const LONGEST_BUDGET_S = 600;

const permission = z.object({
  allow: z.boolean().describe('Start this command, and send it wrong and malformed requests.'),
});

const asked = z.strictObject({
  command: z
    .array(z.string().max(4000))
    .min(1)
    .max(200)
    .describe('The program and its arguments, each as a text of its own; no shell reads them.'),
  cwd: z.string().max(4000).default('').describe('The folder to start it in.'),
  call: z
    .array(z.string().min(1).max(200))
    .max(100)
    .default([])
    .describe('Tools that may be called with valid arguments; without it only those marked as read-only.'),
  seed: z.number().int().min(0).max(2_147_483_647).default(1),
  budget_seconds: z.number().min(1).max(LONGEST_BUDGET_S).default(45).describe('No case begins later.'),
  limit: z.number().int().min(1).max(100).default(20).describe('How many failures to give, at most.'),
});

type Asked = z.infer<typeof asked>;

/** Adds `probe_server`. It starts a program, so a person must allow each call unless all are allowed in advance. */
export function addProbeTool(server: McpServer, place: ProbePlace, isAllowed: boolean): void {
  server.registerTool(
    'probe_server',
    {
      title: 'Probe a server',
      description:
        'Starts a server, provokes every kind of error that follows from what it declares, and says of each case what failed, by which rule, who has to act, and what to change. Tools get no valid arguments, but those marked as read-only or named in call.',
      inputSchema: asked,
      outputSchema: probeSchema,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    },
    async (input, context) => {
      if (!isAllowed) {
        const { inputResponses } = context.mcpReq;
        const key = takenQuestion(input, Object.keys(inputResponses ?? {}));
        if (key === undefined) return question(server, context, input);
        const given = acceptedContent(inputResponses, key, permission);
        if (given?.allow !== true) return failed('The user did not allow to start this command.');
      }
      return resultOrError(await probeForAgent(input, context.mcpReq.signal, place));
    },
  );
}

/** Unanswered questions by an unguessable name; each permits one start of one command. */
const openQuestions = new Map<string, string>();
const MAX_OPEN_QUESTIONS = 100;

function newQuestion(input: Asked): string {
  const name = `allow-${randomUUID()}`;
  openQuestions.set(name, commandText(input));
  for (const oldest of openQuestions.keys()) {
    if (openQuestions.size > MAX_OPEN_QUESTIONS) openQuestions.delete(oldest);
  }
  return name;
}

/** The open question about exactly this request, which is closed with it. */
function takenQuestion(input: Asked, names: readonly string[]): string | undefined {
  const taken = names.find((name) => openQuestions.get(name) === commandText(input));
  if (taken !== undefined) openQuestions.delete(taken);
  return taken;
}

function commandText({ command, cwd, call }: Asked): string {
  return JSON.stringify([command, cwd, call]);
}

/** Asks the user, if the client supports it. */
function question(server: McpServer, context: ServerContext, input: Asked) {
  if (!canElicit(server, context)) {
    return failed(
      'This starts a program, and nobody can be asked: the client supports no elicitation. Start "tierscope serve" with --allow-probe, or run "tierscope probe" yourself.',
    );
  }
  const message = consentQuestion(input);
  return inputRequired({
    inputRequests: { [newQuestion(input)]: inputRequired.elicit({ message, requestedSchema: permission }) },
  });
}

/** The limit of the command in a question: a longer one loses its middle, so that the question fits a screen. */
const MAX_COMMAND_CHARS = 1200;
const MAX_PLACE_CHARS = 300;

/** The question. The command stands alone and first, because it may itself contain text that looks like a question. */
function consentQuestion({ command: [program = '', ...args], cwd, call }: Asked): string {
  const line = joinCommandLine(program, args)
    .replaceAll('\t', '\\t')
    .replaceAll(/ {2,}/g, (run) => ` [${run.length} blanks] `);
  const parts: [string, string][] = [
    ['Command', foreignEnds(line, MAX_COMMAND_CHARS)],
    ['Folder', foreignEnds(cwd, MAX_PLACE_CHARS)],
    ['Tools to call with valid arguments', foreignEnds(call.map(foreignName).join(', '), MAX_PLACE_CHARS)],
  ];
  const shown = parts.filter(([, text]) => text !== '').map(([name, text]) => `${name}:\n  ${text}`);
  const question = 'May Tierscope start this command, and send it wrong and malformed requests?';
  const unseen =
    line.length <= MAX_COMMAND_CHARS ? '' : '\nIts middle is not shown: allow it only if you know all of it.';
  return `${shown.join('\n')}\n\n${question}${unseen}`;
}

/** Each request of 2026-07-28 declares the client's capabilities; earlier revisions do so in the handshake. */
function canElicit(server: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope: unknown = mcpReq.envelope;
  const named = isJsonObject(envelope) ? envelope[CLIENT_CAPABILITIES_KEY] : undefined;
  const declared: unknown = named ?? server.server.getClientCapabilities();
  return isJsonObject(declared) && declared.elicitation !== undefined;
}

/** A tool result, as text and as structured content. */
export function given<Data extends Record<string, unknown>>({
  text,
  data,
}: ServeAnswer<Data>): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: data };
}

/** The result, or an error that the model can act on. */
export function resultOrError<Data extends Record<string, unknown>>(
  answer: Result<ServeAnswer<Data>>,
): CallToolResult {
  return answer.ok ? given(answer.value) : failed(answer.error);
}

/** An error that the model can act on. */
export function failed(sentence: string): CallToolResult {
  return { content: [{ type: 'text', text: sentence }], isError: true };
}

export type ProbePlace = {
  readonly version: string;
  readonly dataFolder: string;
  readonly report: ReportOptions;
  readonly reaper: ProgramCommand;
};

/** Probes a server as the command line does, and records it in the data folder. Fails with a sentence. */
async function probeForAgent(
  { command: [command = '', ...args], cwd, call: allowed, seed, budget_seconds: seconds, limit }: Asked,
  signal: AbortSignal,
  { version, dataFolder, report, reaper: program }: ProbePlace,
): Promise<Result<ReturnType<typeof probeAnswer>>> {
  const budgetMs = 1000 * seconds;
  const label = serverLabel(command, args);
  const startedAt = new Date();
  const file = await probeFile(dataFolder, startedAt, label);
  if (!file.ok) return file;
  const reaper = new ReaperClient(program);
  const redactor = new Redactor();
  try {
    const end = await runProbe({
      spec: { command, args, cwd, env: {} },
      ...{ label, settings: {}, version, allowed, seed, budgetMs, file: file.value, reaper, signal },
      startedAt: startedAt.toISOString(),
      report: { ...report, redactor },
    });
    return ok(probeAnswer(redactedDocument(end.report, redactor), basename(file.value), limit));
  } finally {
    reaper.close();
  }
}
