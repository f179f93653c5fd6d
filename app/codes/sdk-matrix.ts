import data from './sdk-matrix.json' with { type: 'json' };

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

type MatrixCase = (typeof MATRIX_CASES)[number]['id'];

/** What a stack does in one case. */
export type MatrixCell = {
  readonly text: string;
  /** True if it contradicts the specification. */
  readonly violation: boolean;
};

type MatrixStack = {
  readonly name: string;
  readonly vocabulary: string;
  /** True if it was run over stdio; false if its source was read. */
  readonly measured: boolean;
  readonly cells: Readonly<Record<MatrixCase, MatrixCell>>;
};

/**
 * What server stacks really do in each case. A vocabulary may have several stacks, one for each way to use it.
 * "(local)" is raised by a client and never on the wire; texts in quotes are wire texts.
 */
export const SDK_MATRIX: readonly MatrixStack[] = data;
