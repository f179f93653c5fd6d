import type { Severity } from '../finding.ts';
import type { SessionScript } from './session-script.ts';

type Scene = (script: SessionScript) => Pick<SessionScript, 'records' | 'findings'>;

/** A case of a rule: traffic in which it fires once, and similar traffic in which it must not. */
export type RuleCase = {
  readonly rule: string;
  readonly severity: Severity;
  readonly fires: Scene;
  /** Why the near miss is right: "stays silent …". */
  readonly when: string;
  readonly misses: Scene;
  /** The vocabularies that the server has shown in both, by id. */
  readonly vocabularies?: readonly string[];
};

/** An answer with an error, for a script. */
export function failure(code: unknown, message: unknown, data?: unknown) {
  return { error: { code, message, ...(data === undefined ? {} : { data }) } };
}

/** An answer with one text block, for a script. */
export function text(content: string, more: { readonly [key: string]: unknown } = {}) {
  return { result: { content: [{ type: 'text', text: content }], ...more } };
}
