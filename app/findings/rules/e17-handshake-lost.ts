import { stringAt } from '../../base/json-value.ts';
import { errorText, TRAIT } from '../error-text.ts';
import type { RuleCheck } from '../rule.ts';
import { saysNotInitialized } from '../tool-call.ts';

/** The text, if it says so. Hardly any error does, so most are skipped without a closer look. */
function saidIn(text: string): string | undefined {
  return text.includes('nitiali') && saysNotInitialized(errorText(text)) ? text : undefined;
}

/** SDKs whose session restarts by itself, without its handshake. */
const FORGET = ['hermes', 'anubis'];

export const rule: RuleCheck = {
  reaction: true,
  traits: TRAIT.handshake | TRAIT.data,
  error(answer, view) {
    const { handshake, facts } = view;
    if (answer.sender !== 'server-to-client' || answer.method === 'initialize') return undefined;
    if (!handshake.complete || !facts.complete || answer.exchange?.lacksSession === true) return undefined;
    const said = saidIn(answer.text) ?? saidIn(stringAt(answer.error.data, 'message') ?? '');
    if (said === undefined || !view.firstTime(`E17 ${handshake.answeredSeq}`)) return undefined;
    return {
      case: view.speaks(FORGET) ? 'sdk' : 'author',
      evidence: [handshake.answeredSeq, answer.seq],
      values: { answered: handshake.answeredSeq, said: JSON.stringify(said.slice(0, 80)) },
    };
  },
};
