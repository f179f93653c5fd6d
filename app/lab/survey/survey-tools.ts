import type { JsonObject } from '../../base/json-value.ts';
import type { ListSurvey } from './list-survey.ts';
import type { Survey, SurveyCase } from './survey.ts';

export const SURVEY_START = 'survey-start';
export const SURVEY_REPORT = 'survey-report';

const NO_ARGUMENTS: JsonObject = { type: 'object', properties: {}, additionalProperties: false };
const STRUCTURED: JsonObject = {
  type: 'object',
  properties: { finding: { type: 'string' } },
  required: ['finding'],
};
const ANNOTATIONS: JsonObject = { readOnlyHint: true, openWorldHint: false };

const HOW_TO_REPORT = `Then call ${SURVEY_REPORT} once. For each of those tools write its name and every made-up word \
of nine letters and every number of six digits that you can see in its answer, pictures and error texts included. \
Write "none" after the name of a tool whose answer showed you no such word. Of a very long text the first and the last \
such word are enough; if a part of it is left out, add the words on both sides of the gap. Report only what you see \
in the answers, and do not read files to find more.`;

const WHAT_TO_DO = `Measures what this application passes on of tools' answers. Call every tool whose name begins with \
survey-, each once and without arguments, whatever the others answer: many fail on purpose, and none changes anything. \
${HOW_TO_REPORT}`;

/** A survey's tools for `tools/list`: the first one to call, one per answer, and the last one. */
export function surveyToolList({ cases }: Pick<Survey, 'cases'>): readonly JsonObject[] {
  return [
    {
      name: SURVEY_START,
      title: 'Begin the survey here',
      description: WHAT_TO_DO,
      inputSchema: NO_ARGUMENTS,
      annotations: ANNOTATIONS,
    },
    ...cases.map(caseTool),
    {
      name: SURVEY_REPORT,
      title: 'Report what the answers showed',
      description: `Takes what you could see in the answers of the survey-… tools, and says what is still missing. ${HOW_TO_REPORT}`,
      inputSchema: {
        type: 'object',
        properties: {
          markers: {
            description: 'For each tool its name and the words and numbers that its answer showed, or "none"',
            anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
          },
        },
      },
      annotations: ANNOTATIONS,
    },
  ];
}

function caseTool({ tool, shape, answer }: SurveyCase): JsonObject {
  const isStructured = answer.kind !== 'protocol-error' && answer.result.structuredContent !== undefined;
  return {
    name: tool,
    title: `Survey: ${shape}`,
    description: `Part of the survey: answers with ${shape}. Begin with ${SURVEY_START}.`,
    inputSchema: NO_ARGUMENTS,
    ...(isStructured ? { outputSchema: STRUCTURED } : {}),
    annotations: ANNOTATIONS,
  };
}

/** The tools of a survey of lists: the shapes stand between the one to begin with and the last one. */
export function listSurveyTools({ cases }: ListSurvey): readonly JsonObject[] {
  const [start, report] = surveyToolList({ cases: [] });
  const description = `Measures which tools reach you. Call ${SURVEY_START} first: it says what to look for.`;
  const sent = cases.flatMap((one) => (one.isLost ? [] : [one.sent]));
  return [{ ...start, description }, ...sent, { ...report, description }];
}

/** The first tool's answer in a survey of lists. */
export function listStartText({ cases }: ListSurvey): string {
  const names = cases.flatMap(({ tool, shape, isLost }) => (isLost ? [] : [`- ${tool}: ${shape}`]));
  return `${LIST_HOW}\n${names.join('\n')}`;
}

const LIST_HOW = `Look in your own list of tools for each tool below; load its definition first if you see only its name. \
Do not call them. For each write its name, and every made-up word of nine letters and every number of six digits that \
you can see in its definition: in its name, its description, its arguments and everything inside them. Write "none" \
after the name of a tool that you do not have. Then call ${SURVEY_REPORT} once with all that.`;

/** The first tool's answer. */
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

/** Seeds consist of lower-case letters, digits and hyphens. */
export function isSeed(text: string): boolean {
  return /^[a-z0-9-]{1,64}$/.test(text);
}
