import { PROTOCOL_VERSION_KEY } from '../../protocol/meta-keys.ts';
import { metaOf, STATELESS_CODES } from '../../session/session-facts.ts';
import type { ErrorAnswer } from '../message.ts';
import type { RuleCheck } from '../rule.ts';

/** Earlier revisions leave these numbers to servers: the code is allowed, but nobody knows its meaning there. */
export const rule: RuleCheck = {
  codes: STATELESS_CODES,
  error(answer) {
    if (answer.sender !== 'server-to-client' || namesItsRevision(answer)) return undefined;
    return { values: { revision: answer.revision, code: answer.error.codeText } };
  },
};

/** A client that offers a revision, in initialize or in `_meta`, may be refused with the newest code. */
function namesItsRevision({ method, params }: ErrorAnswer): boolean {
  if (method === 'initialize') return true;
  return metaOf(params)?.[PROTOCOL_VERSION_KEY] !== undefined;
}
