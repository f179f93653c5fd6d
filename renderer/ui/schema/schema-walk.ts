import type { JsonObject } from '../../../app/base/json-value.ts';

/** A place where a value does not fit its schema. */
export type SchemaWarning = {
  /** The place in words: names and list places with dots between; empty for the whole. */
  readonly path: string;
  readonly at: readonly (string | number)[];
  readonly message: string;
};

/** One comparison of a value with a schema. */
export type Walk = {
  readonly root: JsonObject;
  readonly found: SchemaWarning[];
  /** What of the schema could not be read, in a few words each. */
  readonly unread: Set<string>;
  /** The most warnings that are of use. */
  readonly limit: number;
  /** How many values may still be compared, over all trials. */
  readonly left: { steps: number };
};

/** What a part of the check works on. */
export type Spot = {
  readonly at: readonly (string | number)[];
  readonly depth: number;
  /** The schemas that led here without a step into the value: one that leads to itself says nothing. */
  readonly chain: readonly unknown[];
};

/** Compares a part of the value with a part of the schema. */
export type Check = (walk: Walk, schema: unknown, value: unknown, spot: Spot) => void;

export function note(walk: Walk, { at }: Spot, message: string): void {
  if (walk.found.length < walk.limit) walk.found.push({ path: at.join('.'), at, message });
}

/** The spot of a member or an item. */
export function inside({ at, depth }: Spot, step: string | number): Spot {
  return { at: [...at, step], depth: depth + 1, chain: [] };
}

/** True where a value fits a schema; nothing is noted. */
export function fitsAt(check: Check, walk: Walk, schema: unknown, value: unknown, spot: Spot): boolean {
  const trial: Walk = { ...walk, found: [], limit: 1 };
  check(trial, schema, value, { ...spot, depth: spot.depth + 1 });
  return trial.found.length === 0;
}

export function numberAt(schema: JsonObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' ? value : undefined;
}

export function count(quantity: number, noun: string): string {
  return `${quantity} ${noun}${quantity === 1 ? '' : 's'}`;
}
