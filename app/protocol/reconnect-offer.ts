import { isJsonObject, type JsonObject } from '../base/json-value.ts';
import { supportedIn, UNSUPPORTED_VERSION } from './negotiation.ts';
import { type Era, eraOf, revisionsOf } from './revisions.ts';

/** MissingRequiredClientCapability (2026-07-28, basic/index.mdx, error codes). */
const MISSING_CAPABILITY = -32021;

/** A way to connect again that an error of the server points to; carried out by the command `restart`. */
export type ReconnectOffer =
  | {
      readonly kind: 'revision';
      readonly era: Era;
      readonly revision: string;
      /** False for a revision that this app does not know: it can be asked for all the same. */
      readonly known: boolean;
      /** `error`: an error -32022 names it; `late`: the probe's answer, which came after `initialize`. */
      readonly from: 'error' | 'late';
    }
  /** `capabilities` is what is missing, to be declared beside what is declared already. */
  | { readonly kind: 'capabilities'; readonly capabilities: JsonObject; readonly from: 'error' };

/** What an error answer offers: the versions of -32022, the missing capabilities of -32021; else nothing. */
export function offersOf(error: { code: unknown; data: unknown }): readonly ReconnectOffer[] {
  if (error.code === UNSUPPORTED_VERSION) {
    return (supportedIn(error.data) ?? []).slice(0, 16).map((revision) => {
      const era = eraOf(revision);
      return { kind: 'revision', era, revision, known: revisionsOf(era).includes(revision), from: 'error' };
    });
  }
  if (error.code !== MISSING_CAPABILITY || !isJsonObject(error.data)) return [];
  const { requiredCapabilities } = error.data;
  return isJsonObject(requiredCapabilities)
    ? [{ kind: 'capabilities', capabilities: requiredCapabilities, from: 'error' }]
    : [];
}
