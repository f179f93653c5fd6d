import { isJsonObject, type JsonObject, stringAt } from '../../base/json-value.ts';
import { revisionIn } from '../../protocol/meta-keys.ts';
import type { ErrorAnswer } from '../message.ts';
import { changed } from '../repair.ts';
import type { RuleCheck, Verdict } from '../rule.ts';

export const rule: RuleCheck = {
  codes: [-32022],
  error(answer, view) {
    const asked = askedFor(answer);
    // If the request named no version, its refusal need not name one.
    if (answer.exchange !== undefined && asked === undefined) return undefined;
    const data: JsonObject = isJsonObject(answer.error.data) ? answer.error.data : {};
    const missing = [
      ...(isListOfTexts(data.supported) ? [] : ['data.supported']),
      ...(typeof data.requested === 'string' || asked === undefined ? [] : ['data.requested']),
    ];
    if (missing.length === 0) return undefined;
    return {
      values: { missing: missing.join(' and ') },
      ...repaired(data, view.facts.supportedVersions, asked),
    };
  },
};

/** The version that the request asks for; undefined for none. */
function askedFor({ params }: ErrorAnswer): string | undefined {
  return revisionIn(params) ?? stringAt(params, 'protocolVersion');
}

/** Adds the versions that the server named elsewhere, and the one that the request asks for. */
function repaired(
  data: JsonObject,
  known: readonly string[],
  asked: string | undefined,
): Pick<Verdict, 'after'> {
  const supported = isListOfTexts(data.supported) ? data.supported : known;
  const requested = typeof data.requested === 'string' ? data.requested : asked;
  if (!isListOfTexts(supported) || requested === undefined) return {};
  return { after: changed({ data: { ...data, supported, requested } }) };
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}
