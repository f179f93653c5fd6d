import type { JsonObject } from '../../base/json-value.ts';
import { type Era, eraOf } from '../../protocol/revisions.ts';
import { harmlessMethod, requestText, type TemplateContext } from '../../requests/raw-editor/template.ts';
import type { ProbeStep } from './probe-case.ts';
import { sampleArguments } from './sample-value.ts';
import type { ProbeSurface, ProbeTool } from './surface.ts';
import { withExtremes } from './wrong-values.ts';

/** The id of each process's first request, which a case may use again. */
export const OPENING_ID = '0';
/** The first id for cases; the requests between them have others. */
const FIRST_CASE_ID = 1000;

export class CaseContext {
  readonly surface: ProbeSurface;
  /** Tools that may be called with valid arguments although they are not marked as read-only. */
  readonly allowed: readonly string[];
  /** A word that names nothing on the server. */
  readonly word: string;
  #nextId = FIRST_CASE_ID;

  constructor(surface: ProbeSurface, allowed: readonly string[], word: string) {
    this.surface = surface;
    this.allowed = allowed;
    this.word = word;
  }

  get era(): Era {
    return eraOf(this.surface.revision);
  }

  freshId(): string {
    this.#nextId += 1;
    return String(this.#nextId - 1);
  }

  template(id = this.freshId()): TemplateContext {
    return {
      revision: this.surface.revision,
      freshId: id,
      usedId: OPENING_ID,
      openId: OPENING_ID,
      tool: this.word,
    };
  }

  /** A request that is valid in this revision, except for what its params say. */
  request(
    method: string,
    params?: JsonObject,
    more: Partial<ProbeStep> = {},
    id = this.freshId(),
  ): ProbeStep {
    const text = withExtremes(requestText(this.template(id), method, params));
    return { text, id, deliberate: false, wait: 'answer', ...more };
  }

  harmless(more: Partial<ProbeStep> = {}, id = this.freshId()): ProbeStep {
    return this.request(harmlessMethod(this.template(id)), undefined, more, id);
  }

  call(tool: string, given: unknown, more: Partial<ProbeStep> = {}): ProbeStep {
    return this.request('tools/call', { name: tool, arguments: given }, more);
  }

  /** True if the tool may run: the user allows it, or it is marked as read-only. */
  mayRun(tool: ProbeTool): boolean {
    return tool.readOnly || this.allowed.includes(tool.name);
  }

  /** Arguments to call a tool with; undefined if it must not run, or if none were found. */
  validArguments(tool: ProbeTool): JsonObject | undefined {
    return this.mayRun(tool) ? sampleArguments(tool.inputSchema, this.word) : undefined;
  }
}

export function notification(method: string, params: JsonObject): ProbeStep {
  return {
    text: JSON.stringify({ jsonrpc: '2.0', method, params }),
    id: undefined,
    deliberate: false,
    wait: 'none',
  };
}
