import type { JsonObject } from '../../base/json-value.ts';
import type { ListSurvey } from './list-survey.ts';
import type { Survey, SurveyCase } from './survey.ts';
import texts from './survey-texts.json' with { type: 'json' };

const { how: HOW_TO_REPORT, listHow: LIST_HOW, start, report, outputSchema } = texts;

/** The names of the tools to begin and to end with. */
export const SURVEY_START = start.name;
export const SURVEY_REPORT = report.name;

/** A survey's tools for `tools/list`: the first one to call, one per answer, and the last one. */
export function surveyToolList({ cases }: Pick<Survey, 'cases'>): readonly JsonObject[] {
  return [described(start), ...cases.map(caseTool), described(report)];
}

function described(tool: typeof start | typeof report): JsonObject {
  return { ...tool, description: tool.description.replace('{how}', HOW_TO_REPORT) };
}

function caseTool({ tool, shape, answer }: SurveyCase): JsonObject {
  const isStructured = answer.kind !== 'protocol-error' && answer.result.structuredContent !== undefined;
  return {
    name: tool,
    title: `Survey: ${shape}`,
    description: `Part of the survey: answers with ${shape}. Begin with ${SURVEY_START}.`,
    inputSchema: start.inputSchema,
    ...(isStructured ? { outputSchema } : {}),
    annotations: start.annotations,
  };
}

/** The tools of a survey of lists: the shapes stand between the one to begin with and the last one. */
export function listSurveyTools({ cases }: ListSurvey): readonly JsonObject[] {
  const description = `Measures which tools reach you. Call ${SURVEY_START} first: it says what to look for.`;
  const sent = cases.flatMap((one) => (one.isLost ? [] : [one.sent]));
  return [{ ...start, description }, ...sent, { ...report, description }];
}

export function listStartText({ cases }: ListSurvey): string {
  const names = cases.flatMap(({ tool, shape, isLost }) => (isLost ? [] : [`- ${tool}: ${shape}`]));
  return `${LIST_HOW}\n${names.join('\n')}`;
}

export function startText({ cases }: Survey): string {
  const names = cases.map(({ tool }, index) => `${index + 1}. ${tool}`).join('\n');
  return `Call each of these tools once, without arguments:\n${names}\n\n${HOW_TO_REPORT}`;
}

/** The seed is in the server's instructions, so that a recording alone shows which markers were sent. */
export function seedSentence(seed: string): string {
  return `The seed of this survey is ${seed}.`;
}

/** The seed in a server's instructions; undefined for none. */
export function seedIn(instructions: string): string | undefined {
  return /The seed of this survey is ([a-z0-9-]{1,64})\./.exec(instructions)?.[1];
}

export function isSeed(text: string): boolean {
  return /^[a-z0-9-]{1,64}$/.test(text);
}
