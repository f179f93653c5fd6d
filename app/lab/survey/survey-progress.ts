import { type JsonObject, stringAt } from '../../base/json-value.ts';
import type { SurveyFindings } from './derive-rows.ts';
import type { ListSurvey } from './list-survey.ts';
import { markersIn } from './markers.ts';
import { definitionsIn } from './seen-definitions.ts';
import type { Survey } from './survey.ts';
import { SURVEY_REPORT } from './survey-tools.ts';

/** Limit on an agent's report; the rest is cut. */
const MAX_REPORT_CHARS = 4_000_000;

/** A survey in progress: the called tools, and the agent's accumulated reports. */
export class SurveyProgress<S extends Survey | ListSurvey = Survey> {
  readonly survey: S;
  readonly #known: ReadonlySet<string>;
  readonly #tools: ReadonlySet<string>;
  readonly #called = new Set<string>();
  readonly #seen = new Set<string>();
  readonly #named = new Set<string>();
  readonly #definitions = new Map<string, JsonObject>();

  constructor(survey: S) {
    this.survey = survey;
    this.#known = new Set(survey.markers.keys());
    this.#tools = new Set(survey.cases.map(({ tool }) => tool));
  }

  /** Notes that this tool's answer was sent; other names are ignored. */
  called(tool: string): void {
    if (this.#tools.has(tool)) this.#called.add(tool);
  }

  /** Takes any text with markers or tool names; tools of a list may stand there whole, as JSON. */
  reported(text: string): void {
    const read = text.slice(0, MAX_REPORT_CHARS);
    for (const word of markersIn(read, this.#known)) this.#seen.add(word);
    for (const tool of toolsIn(read)) if (this.#tools.has(tool)) this.#named.add(tool);
    for (const one of definitionsIn(read)) {
      const name = plainName(stringAt(one, 'name') ?? '');
      const [tool] = [...this.#tools].filter((known) => name.includes(known)).sort(longestFirst);
      if (tool !== undefined) this.#definitions.set(tool, one);
    }
  }

  get uncalled(): readonly string[] {
    return this.#all().filter((tool) => !this.#called.has(tool));
  }

  get unreported(): readonly string[] {
    return this.#all().filter((tool) => this.#called.has(tool) && !this.#isReported(tool));
  }

  get markerCount(): number {
    return this.#seen.size;
  }

  /** The results so far. A tool counts if it was called and one of its markers or its name was reported. */
  get findings(): SurveyFindings<S> {
    const measured = this.#all().filter((tool) => this.#called.has(tool) && this.#isReported(tool));
    return {
      survey: this.survey,
      measured: new Set(measured),
      seen: this.#seen,
      definitions: this.#definitions,
    };
  }

  #all(): readonly string[] {
    return this.survey.cases.map(({ tool }) => tool);
  }

  #isReported(tool: string): boolean {
    if (this.#named.has(tool) || this.#definitions.has(tool)) return true;
    return [...this.#seen].some((word) => this.survey.markers.get(word)?.tool === tool);
  }
}

/** A host may add words before a tool's name and replace hyphens by underscores. */
function toolsIn(text: string): ReadonlySet<string> {
  return new Set([...plainName(text).matchAll(/survey(?:-[a-z]+)+/g)].map(([word]) => word));
}

function plainName(text: string): string {
  return text.toLowerCase().replaceAll('_', '-');
}

/** `survey-list-pattern` stands in `survey-list-pattern-properties` too. */
function longestFirst(one: string, other: string): number {
  return other.length - one.length;
}

/** A survey of lists: its tools are looked at, not called. */
export function listProgress(survey: ListSurvey): SurveyProgress<ListSurvey> {
  const progress = new SurveyProgress(survey);
  for (const { tool, isLost } of survey.cases) {
    progress.called(tool);
    if (isLost) progress.reported(tool);
  }
  return progress;
}

export type AnySurveyProgress = SurveyProgress | SurveyProgress<ListSurvey>;

/** True for a survey of what becomes of tools, false for one of what becomes of answers. */
export function isOfLists(progress: AnySurveyProgress): progress is SurveyProgress<ListSurvey> {
  return !('answer' in (progress.survey.cases[0] ?? {}));
}

/** What was understood from the reports, and what is missing. */
export function progressLines(progress: AnySurveyProgress): readonly string[] {
  const { findings, markerCount, uncalled, unreported, survey } = progress;
  const lines = [
    `Understood ${markerCount} markers of ${findings.measured.size} of ${survey.cases.length} ${isOfLists(progress) ? 'shapes' : 'answers'}.`,
  ];
  if (uncalled.length > 0) lines.push(`Not called yet: ${uncalled.join(', ')}.`);
  if (unreported.length > 0) {
    lines.push(
      `Called, but not reported: ${unreported.join(', ')}. Report their words, or their names with "none".`,
    );
  }
  if (uncalled.length + unreported.length === 0) lines.push('The survey is complete.');
  else lines.push(`Then call ${SURVEY_REPORT} again: reports add up.`);
  return lines;
}
