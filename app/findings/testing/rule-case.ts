import type { Severity } from '../finding.ts';
import type { SessionScript } from './session-script.ts';

type Scene = (script: SessionScript) => Pick<SessionScript, 'records' | 'findings'>;

/** A case of a rule: traffic in which it fires once, and traffic nearly the same in which it must not. */
export type RuleCase = {
  readonly rule: string;
  readonly severity: Severity;
  readonly fires: Scene;
  /** What makes the near miss right: "stays silent …". */
  readonly when: string;
  readonly misses: Scene;
  /** What the server of both has shown to be built on, by the ids of the vocabularies. */
  readonly vocabularies?: readonly string[];
};

/** The answer with an error, as a script takes it. */
export function failure(code: unknown, message: unknown, data?: unknown) {
  return { error: { code, message, ...(data === undefined ? {} : { data }) } };
}

/** The answer with one text block, as a script takes it. */
export function text(content: string, more: { readonly [key: string]: unknown } = {}) {
  return { result: { content: [{ type: 'text', text: content }], ...more } };
}
