import type { JsonObject } from '../base/json-value.ts';
import { err, ok, type Result } from '../base/result.ts';

/** Turns a line's object of one format version into that of the next. */
export type UpgradeStep = (line: JsonObject) => JsonObject;

/** `UPGRADES[n - 1]` turns a line of version n into one of version n + 1. */
const UPGRADES: readonly UpgradeStep[] = [];

/** The version that is written, and the newest that can be read. */
export const FORMAT_VERSION = UPGRADES.length + 1;

/**
 * The steps that bring lines of `version` up to the current one, in order; none for the current version.
 * Fails with a sentence for a version that is newer, or that never was.
 */
export function upgradesFrom(
  version: number,
  upgrades: readonly UpgradeStep[] = UPGRADES,
): Result<readonly UpgradeStep[]> {
  const current = upgrades.length + 1;
  if (version > current) {
    return err(
      `This recording has format version ${version}, but this Tierscope reads up to version ${current}: ` +
        'open it with a newer Tierscope.',
    );
  }
  if (!Number.isInteger(version) || version < 1) {
    return err(
      `This recording names format version ${version}, which does not exist; the current is ${current}.`,
    );
  }
  return ok(upgrades.slice(version - 1));
}

/** A line's object after all steps. */
export function upgraded(line: JsonObject, steps: readonly UpgradeStep[]): JsonObject {
  return steps.reduce((value, step) => step(value), line);
}
