import { PROTOCOL_VERSION_KEY } from '../../protocol/meta-keys.ts';
import { metaOf, STATELESS_CODES } from '../../session/session-facts.ts';
import type { ErrorAnswer } from '../message.ts';
import type { RuleCheck } from '../rule.ts';

/** Earlier revisions leave these numbers to servers: none forbids the code, but nobody there knows its meaning. */
export const rule: RuleCheck = {
  codes: STATELESS_CODES,
  error(answer) {
    if (answer.sender !== 'server-to-client' || namesItsRevision(answer)) return undefined;
    return { values: { revision: answer.revision, code: answer.error.codeText } };
  },
};

/** A client that offers a revision again, in initialize or in `_meta`, is refused with the newest code rightly. */
function namesItsRevision({ method, params }: ErrorAnswer): boolean {
  if (method === 'initialize') return true;
  return metaOf(params)?.[PROTOCOL_VERSION_KEY] !== undefined;
}
