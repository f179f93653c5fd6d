import { detailIn, TRAIT } from '../error-text.ts';
import { changed } from '../repair.ts';
import { dataRule } from '../rule.ts';

const TITLES = ['Invalid params', 'Internal error', 'Server error', 'Invalid Request'];

/** The SDKs whose own errors look so. */
const DO_THIS = ['hermes', 'anubis', 'ruby-sdk', 'java-sdk'];

export const rule = dataRule({
  title: 'The message is generic, the detail stands in data',
  source: 'seen in Hermes MCP 0.14, the Ruby SDK 1.3 and the Java SDK 2.0',
  severity: 'advice',
  traits: TRAIT.data,
  error(answer) {
    const { data, message } = answer.error;
    if (!TITLES.includes(message)) return undefined;
    const detail = detailIn(data);
    if (detail.trim() === '') return undefined;
    return {
      explanation: `Hosts show the message and seldom data, so a user of this server reads ${JSON.stringify(message)} and not ${JSON.stringify(detail.slice(0, 100))}.`,
      todo: 'The server should put the detail into the message.',
      after: changed({ message: `${message}: ${detail.slice(0, 200)}`, data: undefined }),
      // A tool's own failure is worded by the server's author.
      sdks: answer.method === 'tools/call' && answer.code === -32603 ? undefined : DO_THIS,
    };
  },
});
