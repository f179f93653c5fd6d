import { isJsonObject, stringAt } from '../../base/json-value.ts';
import type { ErrorAnswer } from '../message.ts';
import { changed } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  reaction: true,
  codes: [-32022, -32602, -32601, -32600],
  methods: ['initialize'],
  error(answer, view) {
    const { facts, handshake } = view;
    // Repeating initialize is refused as such, whatever the version.
    if (answer.method !== 'initialize' || handshake.answeredSeq > 0) return undefined;
    const ofVersion = facts.serverStateless || answer.code === -32022 || isAboutVersion(answer);
    if (!ofVersion || namesVersion(answer)) return undefined;
    const supported = facts.supportedVersions;
    const requested = stringAt(answer.params, 'protocolVersion');
    const data = { supported, ...(requested === undefined ? {} : { requested }) };
    return { ...(supported.length === 0 ? {} : { after: changed({ data }) }) };
  },
};

function isAboutVersion({ text, params }: ErrorAnswer): boolean {
  return (
    stringAt(params, 'protocolVersion') !== undefined &&
    /protocol ?version|\bversion\b.{0,40}\bsupported/i.test(text.slice(0, 500))
  );
}

/** True if the error names a version other than the requested one. */
function namesVersion({ error, text, params }: ErrorAnswer): boolean {
  if (isJsonObject(error.data) && Array.isArray(error.data.supported) && error.data.supported.length > 0)
    return true;
  const named = text.slice(0, 2000).match(/\d{4}-\d{2}-\d{2}/g) ?? [];
  return named.some((version) => version !== stringAt(params, 'protocolVersion'));
}
