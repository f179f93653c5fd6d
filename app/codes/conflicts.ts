import data from './conflicts.json' with { type: 'json' };

/** One meaning of a number that several sources use. */
export type ConflictMeaning = {
  readonly name: string;
  /** The vocabularies that use the number so. */
  readonly vocabularies: readonly string[];
  /** The ones that only raise it inside a client, never on the wire. */
  readonly local?: readonly string[];
  /** A short remark, empty for none. */
  readonly note: string;
};

/** A number, or a group of codes, with all its meanings side by side. */
export type Conflict = {
  readonly label: string;
  /** The integers that the row stands for; empty for codes that are text. */
  readonly codes: readonly number[];
  readonly meanings: readonly ConflictMeaning[];
};

/** Every conflicting number. */
export const CONFLICTS: readonly Conflict[] = data;

/** The row of this number, or undefined if its meanings do not conflict. */
export function conflictOf(code: number): Conflict | undefined {
  return CONFLICTS.find((conflict) => conflict.codes.includes(code));
}
