import conflicts from './conflicts.json' with { type: 'json' };
import corrections from './corrections.json' with { type: 'json' };
import matrix from './sdk-matrix.json' with { type: 'json' };

export type Conflict = {
  readonly label: string;
  /** The integers of the row; empty for text codes. */
  readonly codes: readonly number[];
  readonly meanings: readonly {
    readonly name: string;
    readonly vocabularies: readonly string[];
    /** The vocabularies in which only a client raises it, never on the wire. */
    readonly local?: readonly string[];
    /** A short remark; empty for none. */
    readonly note: string;
  }[];
};

export const CONFLICTS: readonly Conflict[] = conflicts;

/** The row for this number; undefined if its meanings do not conflict. */
export function conflictOf(code: number): Conflict | undefined {
  return CONFLICTS.find((conflict) => conflict.codes.includes(code));
}

/** True if implementations send this number with several meanings. */
export function isShared(code: number): boolean {
  return (conflictOf(code)?.meanings.filter(({ vocabularies }) => vocabularies.length > 0).length ?? 0) > 1;
}

/** A wrong claim in a widely read document, and the facts; `codes` is empty if no code is concerned. */
export type Correction = (typeof corrections)[number];

export const CORRECTIONS: readonly Correction[] = corrections;

export function correctionsFor(code: number): readonly Correction[] {
  return CORRECTIONS.filter(({ codes }) => codes.some((one) => one === code));
}

/** The cases of the matrix in column order, with the screen's texts. */
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

/** A stack's behavior in one case; `violation` is true if it breaks the specification. */
export type MatrixCell = { readonly text: string; readonly violation: boolean };

/** The behavior of server stacks in each case, measured or read in source. "(local)": raised by a client. */
export const SDK_MATRIX: readonly {
  readonly name: string;
  readonly vocabulary: string;
  readonly measured: boolean;
  readonly cells: Readonly<Record<(typeof MATRIX_CASES)[number]['id'], MatrixCell>>;
}[] = matrix;
