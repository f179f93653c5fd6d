import { isJsonObject } from '../../base/json-value.ts';
import { PROTOCOL_VERSION_KEY } from '../../protocol/meta-keys.ts';
import { FIRST_STATELESS, LAST_INITIALIZE } from '../../protocol/revisions.ts';
import { STATELESS_CODES } from '../../session/session-facts.ts';
import type { ErrorAnswer } from '../message.ts';
import { codeRule, until } from '../rule.ts';

/**
 * Earlier revisions leave these numbers to whoever implements a server, so none of them forbids the code: it is only
 * that nobody there can know what it means.
 */
export const rule = codeRule({
  title: `A code of ${FIRST_STATELESS} in a session of an earlier revision`,
  source: 'MCP 2026-07-28, basic/index.mdx:122-136; JSON-RPC 2.0 §5.1 (-32000 to -32099)',
  severity: until(LAST_INITIALIZE, 'info'),
  side: 'server',
  codes: STATELESS_CODES,
  error(answer) {
    if (answer.sender !== 'server-to-client' || namesItsRevision(answer)) return undefined;
    return {
      explanation: `The session agreed on ${answer.revision}, and the specification gives ${answer.error.codeText} a meaning only since ${FIRST_STATELESS}: a client of this session cannot know what it asks for.`,
      todo: `The server must speak ${FIRST_STATELESS} with the client before it sends ${answer.error.codeText}, and otherwise say in the message what the client is to do.`,
    };
  },
});

/** A client that offers a revision again, in initialize or in `_meta`, is refused with the newest code rightly. */
function namesItsRevision({ method, params }: ErrorAnswer): boolean {
  if (method === 'initialize') return true;
  const meta = isJsonObject(params) ? params._meta : undefined;
  return isJsonObject(meta) && PROTOCOL_VERSION_KEY in meta;
}
