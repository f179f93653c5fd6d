import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type JsonObject, jsonText } from '../../../app/base/json-value.ts';
import type { Fault } from '../../../app/lab/faults/fault.ts';
import { buildListSurvey, type ListSurvey } from '../../../app/lab/survey/list-survey.ts';
import { buildSurvey, type SurveyCase } from '../../../app/lab/survey/survey.ts';
import {
  type AnySurveyProgress,
  listProgress,
  SurveyProgress,
} from '../../../app/lab/survey/survey-progress.ts';
import {
  listStartText,
  listSurveyTools,
  SURVEY_REPORT,
  SURVEY_START,
  seedSentence,
  startText,
  surveyToolList,
} from '../../../app/lab/survey/survey-tools.ts';
import type { Peer } from '../../../app/session/session-facts.ts';
import { type ServedOptions, served } from '../../system/loopback-gate.ts';
import { ownStdin } from '../../system/own-stdin.ts';
import { PacedOutput } from '../../system/paced-output.ts';
import { eitherEra } from './either-era.ts';
import { type LabAnswer, textResult } from './lab-call.ts';
import { LabHttp, listenLab } from './lab-http.ts';
import { realProcess, streamWire } from './lab-process.ts';
import { LAB_CAPABILITIES, LAB_INFO, type LabAddition, labInstructions, startLab } from './lab-server.ts';
import type { SaveRows } from './measured-rows.ts';

export type RunLabOptions = {
  /** True to serve only the survey's tools. */
  readonly isSurveyOnly?: boolean;
  /** The survey of lists instead, with these shapes. */
  readonly lists?: readonly string[];
  /** Shapes with which the host showed no tool at all. */
  readonly lost?: readonly string[];
  /** The source of the markers; by default random, so that no agent can know them. */
  readonly seed?: string;
  readonly faults?: readonly Fault[];
  readonly save: SaveRows;
};

/** Runs the error lab and the survey on this process's stdio, in either era. Resolves with 0 when stdin has ended. */
export async function runLab({
  isSurveyOnly = false,
  lists,
  lost,
  seed = randomBytes(6).toString('hex'),
  faults = [],
  save,
}: RunLabOptions): Promise<number> {
  // A client that is gone reads no answers; the end of stdin handles that.
  process.stdout.on('error', () => undefined);
  const stdin = ownStdin();
  const stdout = new PacedOutput(process.stdout);
  const wire = streamWire(stdout, process.stderr);
  const addition =
    lists === undefined
      ? surveyAddition({ seed, isAlone: isSurveyOnly, save })
      : listAddition(buildListSurvey(seed, lists, lost), save);
  const ended = new Promise((resolve) => stdin.once('end', resolve));
  const transport = eitherEra(new StdioServerTransport(stdin, stdout), {
    info: LAB_INFO,
    capabilities: LAB_CAPABILITIES,
    instructions: labInstructions(addition),
  });
  const server = await startLab(transport, wire, realProcess, { addition, faults });
  await ended;
  await server.close();
  return 0;
}

type SurveyOptions = {
  readonly seed: string;
  /** True to list only the survey's tools, which saves the agent from reading the others. */
  readonly isAlone: boolean;
  readonly save: SaveRows;
};

/** Serves the error lab over HTTP on 127.0.0.1, one lab per session. Returns 0, or 3 if it cannot listen. */
export function runHttpLab(options: ServedOptions & { readonly faults?: readonly Fault[] }): Promise<number> {
  const { port = 0, faults = [], write, writeError } = options;
  const lab = new LabHttp((stdin, stdout) => startStreamLab(stdin, stdout, faults));
  return served({ ...options, port }, listenLab(lab, port), ({ addresses: { plain, ...tls } }) => {
    const refused = Object.entries(tls).map(([name, address]) => `  ${address}  (${name})\n`);
    write(`${plain}\n`);
    writeError(
      `tierscope: / lists the faults of HTTP, /ca.pem is the CA. With a certificate that clients refuse:\n${refused.join('')}`,
    );
  });
}

/** Starts the error lab on a pair of streams. */
export function startStreamLab(stdin: Readable, stdout: PacedOutput, faults: readonly Fault[]) {
  const facts = { info: LAB_INFO, capabilities: LAB_CAPABILITIES, instructions: labInstructions() };
  const transport = eitherEra(new StdioServerTransport(stdin, stdout), facts);
  return startLab(transport, streamWire(stdout, process.stderr), realProcess, { faults });
}

/** The survey as tools of the error lab. Each report saves the results of everything reported so far. */
function surveyAddition({ seed, isAlone, save }: SurveyOptions): LabAddition {
  const survey = buildSurvey(seed);
  const cases = new Map(survey.cases.map((one) => [one.tool, one]));
  const progress = new SurveyProgress(survey);
  return {
    tools: surveyToolList(survey),
    keepsOwn: !isAlone,
    instructions: `${WHAT_IT_IS} ${seedSentence(seed)}`,
    call: async (name, args, client) => {
      if (name === SURVEY_START) return textResult(startText(survey));
      if (name === SURVEY_REPORT) return reportAnswer(progress, args, client, save);
      const one = cases.get(name);
      if (one === undefined) return undefined;
      progress.called(name);
      return caseAnswer(one);
    },
  };
}

/** The survey of lists: its tools are looked at, and nothing is called but the first and the last. */
function listAddition(survey: ListSurvey, save: SaveRows): LabAddition {
  const progress = listProgress(survey);
  const what = `The survey measures which tools reach a host's model. Call ${SURVEY_START} to begin.`;
  return {
    tools: listSurveyTools(survey),
    keepsOwn: false,
    instructions: `${what} ${seedSentence(survey.seed)}`,
    call: async (name, args, client) =>
      name === SURVEY_REPORT ? reportAnswer(progress, args, client, save) : textResult(listStartText(survey)),
  };
}

const WHAT_IT_IS = `The survey measures what a host passes on of tools' answers. Call ${SURVEY_START} to begin.`;

function caseAnswer({ answer }: SurveyCase): LabAnswer {
  if (answer.kind !== 'protocol-error') return { kind: 'result', result: answer.result };
  const { codeText, message, data } = answer;
  return { kind: 'error', code: Number(codeText), message, ...(data === undefined ? {} : { data }) };
}

async function reportAnswer(
  progress: AnySurveyProgress,
  args: JsonObject,
  client: Peer,
  save: SaveRows,
): Promise<LabAnswer> {
  progress.reported(jsonText(args));
  const { lines } = await save(progress, client);
  return textResult(lines.join('\n'));
}
