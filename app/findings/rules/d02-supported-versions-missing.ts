import { isJsonObject, type JsonObject, stringAt } from '../../base/json-value.ts';
import { PROTOCOL_VERSION_KEY } from '../../protocol/meta-keys.ts';
import { metaOf } from '../../session/session-facts.ts';
import type { ErrorAnswer } from '../message.ts';
import { changed } from '../repair.ts';
import type { RuleCheck, Verdict } from '../rule.ts';

export const rule: RuleCheck = {
  codes: [-32022],
  error(answer, view) {
    const data: JsonObject = isJsonObject(answer.error.data) ? answer.error.data : {};
    const supported = isListOfTexts(data.supported);
    const requested = typeof data.requested === 'string';
    if (supported && requested) return undefined;
    const missing = supported
      ? 'data.requested'
      : requested
        ? 'data.supported'
        : 'data.supported and data.requested';
    return { values: { missing }, ...repaired(answer, data, view.facts.supportedVersions) };
  },
};

/** With the versions that the server named elsewhere, and the one that the request asks for. */
function repaired(answer: ErrorAnswer, data: JsonObject, known: readonly string[]): Pick<Verdict, 'after'> {
  const supported = isListOfTexts(data.supported) ? data.supported : known;
  const asked =
    stringAt(metaOf(answer.params), PROTOCOL_VERSION_KEY) ?? stringAt(answer.params, 'protocolVersion');
  const requested = typeof data.requested === 'string' ? data.requested : asked;
  if (!isListOfTexts(supported) || requested === undefined) return {};
  return { after: changed({ data: { ...data, supported, requested } }) };
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}
