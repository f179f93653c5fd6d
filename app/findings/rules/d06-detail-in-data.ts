import { detailIn, TRAIT } from '../error-text.ts';
import { changed } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';

const TITLES = ['Invalid params', 'Internal error', 'Server error', 'Invalid Request'];

/** SDKs whose own errors look like this. */
const DO_THIS = ['hermes', 'anubis', 'ruby-sdk', 'java-sdk'];

export const rule: RuleCheck = {
  traits: TRAIT.data,
  error(answer) {
    const { data, message } = answer.error;
    if (!TITLES.includes(message)) return undefined;
    const detail = detailIn(data);
    if (detail.trim() === '') return undefined;
    return {
      values: { message: JSON.stringify(message), detail: JSON.stringify(detail.slice(0, 100)) },
      after: changed({ message: `${message}: ${detail.slice(0, 200)}` }),
      // A tool's own failure is worded by the server's author.
      sdks: answer.method === 'tools/call' && answer.code === -32603 ? undefined : DO_THIS,
    };
  },
};
