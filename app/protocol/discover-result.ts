import { isJsonObject, type JsonObject } from '../base/json-value.ts';

/** The answer to `server/discover` as far as the choice of a revision needs it. */
export type DiscoverResult = { readonly supportedVersions: readonly string[]; readonly body: JsonObject };

/**
 * Reads a DiscoverResult (2026-07-28, schema.ts `DiscoverResult`); undefined for everything else.
 * Missing cache hints are forgiven: that is a finding, and no reason to speak the older era.
 */
export function readDiscoverResult(value: unknown): DiscoverResult | undefined {
  if (!isJsonObject(value) || !isJsonObject(value.capabilities)) return undefined;
  const supportedVersions = readVersions(value.supportedVersions);
  return supportedVersions === undefined ? undefined : { supportedVersions, body: value };
}

/** A list of revisions as `supportedVersions` and `data.supported` have it; undefined where it is none. */
export function readVersions(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.every((version) => typeof version === 'string') ? value : undefined;
}
