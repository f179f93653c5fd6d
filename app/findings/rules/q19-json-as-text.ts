import { isJsonObject, parseJson, stringAt } from '../../base/json-value.ts';
import { aboutText, errorTextOf } from '../error-text.ts';
import { changed } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';
import { validatorDump } from './q12-validator-dump.ts';

export const rule: RuleCheck = {
  toolError({ result, text, ...answer }) {
    // A result with structuredContent should repeat it as text (MCP 2025-11-25, server/tools, "Structured Content").
    if (result.structuredContent !== undefined) return undefined;
    const about = errorTextOf({ text, ...answer });
    const sentence = sentenceInJson(about);
    if (sentence === null || validatorDump(about) !== null) return undefined;
    const content = [sentence, text].map((block) => ({ type: 'text', text: block }));
    return { after: sentence === '' ? '' : changed({ content }) };
  },
};

/** The sentence in a JSON text, empty if no member has one; null for any other text. */
const sentenceInJson = aboutText((text) => {
  if (!/^\s*[{[]/.test(text)) return null;
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) return null;
  const error = isJsonObject(value) && isJsonObject(value.error) ? value.error : value;
  const said = ['message', 'error', 'detail'].map((member) => stringAt(error, member) ?? '');
  return said.find((one) => one.includes(' ')) ?? '';
});
