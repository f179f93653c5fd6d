import conflicts from './conflicts.json' with { type: 'json' };
import corrections from './corrections.json' with { type: 'json' };
import matrix from './sdk-matrix.json' with { type: 'json' };

export type Conflict = {
  readonly label: string;
  /** The integers that the row stands for; empty for codes that are text. */
  readonly codes: readonly number[];
  readonly meanings: readonly {
    readonly name: string;
    /** The vocabularies that use the number so. */
    readonly vocabularies: readonly string[];
    /** The ones that only raise it inside a client, never on the wire. */
    readonly local?: readonly string[];
    /** A short remark, empty for none. */
    readonly note: string;
  }[];
};

export const CONFLICTS: readonly Conflict[] = conflicts;

/** The row of this number, or undefined if its meanings do not conflict. */
export function conflictOf(code: number): Conflict | undefined {
  return CONFLICTS.find((conflict) => conflict.codes.includes(code));
}

/** True if implementations send this number with several meanings. */
export function isShared(code: number): boolean {
  return (conflictOf(code)?.meanings.filter(({ vocabularies }) => vocabularies.length > 0).length ?? 0) > 1;
}

/** A claim of a widely read document, and what is really so; `codes` is empty if it is about none. */
export type Correction = (typeof corrections)[number];

export const CORRECTIONS: readonly Correction[] = corrections;

/** The corrections that concern this number. */
export function correctionsFor(code: number): readonly Correction[] {
  return CORRECTIONS.filter(({ codes }) => codes.some((one) => one === code));
}

/** The cases of the matrix, in the order of the columns, with the words that the screen shows. */
export const MATRIX_CASES = [
  { id: 'unknown-tool', title: 'Unknown tool' },
  { id: 'invalid-tool-arguments', title: 'Invalid tool arguments' },
  { id: 'handler-exception', title: 'A tool throws' },
  { id: 'unknown-resource', title: 'Unknown resource' },
  { id: 'unknown-prompt', title: 'Unknown prompt' },
  { id: 'unknown-method', title: 'Unknown method' },
  { id: 'malformed-json', title: 'A line that is not JSON' },
  { id: 'invalid-request', title: 'Invalid request' },
  { id: 'before-initialize', title: 'Before initialize' },
  { id: 'timeout', title: 'Time-out' },
  { id: 'cancelled', title: 'Cancelled request' },
  { id: 'crash', title: 'Crash or end of stream' },
  { id: 'output-schema-mismatch', title: 'Output breaks its schema' },
] as const;

/** What a stack does in one case; `violation` is true if it contradicts the specification. */
export type MatrixCell = { readonly text: string; readonly violation: boolean };

/** What server stacks do in each case, measured or read in source. "(local)" is raised by a client. */
export const SDK_MATRIX: readonly {
  readonly name: string;
  readonly vocabulary: string;
  readonly measured: boolean;
  readonly cells: Readonly<Record<(typeof MATRIX_CASES)[number]['id'], MatrixCell>>;
}[] = matrix;
