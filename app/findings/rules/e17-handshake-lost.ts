import { stringAt } from '../../base/json-value.ts';
import { errorText, TRAIT } from '../error-text.ts';
import { envelopeRule } from '../rule.ts';
import { saysNotInitialized } from '../tool-call.ts';

/** The text if it says so. Hardly any error does: most are passed over without a closer look. */
function saidIn(text: string): string | undefined {
  return text.includes('nitiali') && saysNotInitialized(errorText(text)) ? text : undefined;
}

/** The SDKs whose session restarts by itself, without its handshake. */
const FORGET = ['hermes', 'anubis'];

export const rule = envelopeRule({
  title: 'The server forgot the handshake while its process lived on',
  source: 'MCP 2025-11-25, basic/lifecycle.mdx, "Operation"; seen in Hermes MCP after a crash of its session',
  severity: 'violation',
  reaction: true,
  traits: TRAIT.handshake | TRAIT.data,
  error(answer, view) {
    const { handshake, facts } = view;
    if (answer.sender !== 'server-to-client' || answer.method === 'initialize') return undefined;
    if (!handshake.complete || !facts.complete) return undefined;
    const said = saidIn(answer.text) ?? saidIn(stringAt(answer.error.data, 'message') ?? '');
    if (said === undefined || !view.firstTime(`E17 ${handshake.answeredSeq}`)) return undefined;
    const sdk = view.speaks(FORGET);
    return {
      evidence: [handshake.answeredSeq, answer.seq],
      explanation: `The handshake was complete (record ${handshake.answeredSeq}) and the process still runs, yet the server says ${JSON.stringify(said.slice(0, 80))}, so every further call fails until the client connects anew.`,
      todo: sdk
        ? 'The SDK must keep the session when a handler crashes; until then the client can only send initialize again.'
        : 'The server must keep the session when a handler fails, or end its process so that the client starts a new one.',
      sdks: FORGET,
    };
  },
});
