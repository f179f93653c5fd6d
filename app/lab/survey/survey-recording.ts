import { jsonText } from '../../base/json-value.ts';
import type { KnownRecord } from '../../frame/record.ts';
import { LogModel } from '../../session/log-model.ts';
import type { AnswerEvent } from '../../session/session-event.ts';
import { EventReader } from '../../session/session-event.ts';
import type { Peer, SessionFacts } from '../../session/session-facts.ts';
import { listSurveyOf } from './list-survey.ts';
import { definitionsIn } from './seen-definitions.ts';
import { buildSurvey } from './survey.ts';
import { type AnySurveyProgress, listProgress, SurveyProgress } from './survey-progress.ts';
import { SURVEY_REPORT, SURVEY_START, seedIn } from './survey-tools.ts';

export type RecordedSurvey = { readonly client: Peer; readonly progress: AnySurveyProgress };

/** Reads records in order and keeps what belongs to the last session with a survey. */
export class SurveyRecording {
  readonly #reader = new SurveyReader();
  readonly #log = new LogModel({ all: [this.#reader], keptSettled: 0 });

  take(record: KnownRecord): void {
    this.#log.take(record);
  }

  /** The survey with the recorded reports and this answer of the agent; undefined if there is none. */
  survey(answer: string): RecordedSurvey | undefined {
    const { seed, client, calls, reports, reads, tools } = this.#reader;
    if (seed === undefined) return undefined;
    const lists = listSurveyOf(seed, tools);
    const progress = lists === undefined ? new SurveyProgress(buildSurvey(seed)) : listProgress(lists);
    // A request to a model has the whole list: a tool that it lacks is lost.
    if (lists !== undefined && definitionsIn(answer).length > 0) {
      for (const { tool } of lists.cases) progress.reported(tool);
    }
    for (const tool of calls) progress.called(tool);
    for (const text of [...reports, answer]) progress.reported(text);
    // The first tool's answer names all others.
    for (const [tool, read] of reads) if (tool !== SURVEY_START) readBy(progress, tool, read);
    return { client: client ?? { name: '', version: '' }, progress };
  }
}

class SurveyReader extends EventReader {
  seed: string | undefined;
  client: Peer | null = null;
  tools: readonly string[] = [];
  readonly calls = new Set<string>();
  readonly reports: string[] = [];
  /** What a transcript says that the model read of each tool's answer. */
  readonly reads = new Map<string, string>();

  protected override onAnswer({ exchange, facts, record }: AnswerEvent): void {
    if (exchange?.sender !== 'client-to-server' || !this.#isSurvey(facts)) return;
    this.tools = facts.tools.names();
    const { method, target, params } = exchange;
    if (method !== 'tools/call') return;
    if (target === SURVEY_REPORT) this.reports.push(jsonText(params));
    else this.calls.add(target);
    if (typeof record.read === 'string') this.reads.set(target, record.read);
  }

  /** True for a survey's session; a different survey starts over. */
  #isSurvey({ peers: { instructions, client } }: SessionFacts): boolean {
    const seed = seedIn(instructions);
    if (seed === undefined) return false;
    this.client = client;
    if (seed === this.seed) return true;
    this.seed = seed;
    this.calls.clear();
    this.reports.length = 0;
    this.reads.clear();
    return true;
  }
}

/** Counts what a transcript has; a picture in it, which it names by its type, shows the word that is drawn there. */
function readBy(progress: AnySurveyProgress, tool: string, read: string): void {
  progress.reported(`${tool}: ${read}`);
  if (!/\[image\/.{1,50}\]/.test(read)) return;
  for (const { word, place, tool: own } of progress.survey.markers.values())
    if (own === tool && place.part === 'content' && place.field === 'pixels') progress.reported(word);
}
