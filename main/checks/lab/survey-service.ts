import { type JsonObject, jsonText } from '../../../app/base/json-value.ts';
import { buildSurvey, type SurveyCase } from '../../../app/lab/survey/survey.ts';
import { SurveyProgress } from '../../../app/lab/survey/survey-progress.ts';
import {
  SURVEY_REPORT,
  SURVEY_START,
  seedSentence,
  startText,
  surveyToolList,
} from '../../../app/lab/survey/survey-tools.ts';
import type { Peer } from '../../../app/session/session-facts.ts';
import { type LabAnswer, textResult } from './lab-call.ts';
import type { LabAddition } from './lab-server.ts';
import type { SaveRows } from './measured-rows.ts';

type SurveyOptions = {
  readonly seed: string;
  /** True if only the survey's tools are listed, which spares an agent the others. */
  readonly isAlone: boolean;
  readonly save: SaveRows;
};

/** The survey as tools of the error lab. Each report saves what follows from all that was reported so far. */
export function surveyAddition({ seed, isAlone, save }: SurveyOptions): LabAddition {
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

const WHAT_IT_IS = `The survey measures what a host passes on of tools' answers. Call ${SURVEY_START} to begin.`;

function caseAnswer({ answer }: SurveyCase): LabAnswer {
  if (answer.kind !== 'protocol-error') return { kind: 'result', result: answer.result };
  const { codeText, message, data } = answer;
  return { kind: 'error', code: Number(codeText), message, ...(data === undefined ? {} : { data }) };
}

async function reportAnswer(
  progress: SurveyProgress,
  args: JsonObject,
  client: Peer,
  save: SaveRows,
): Promise<LabAnswer> {
  progress.reported(jsonText(args));
  const { lines } = await save(progress, client);
  return textResult(lines.join('\n'));
}
