import { isJsonObject, type JsonObject, stringAt } from '../../base/json-value.ts';
import { isDeclared } from '../../protocol/client-capabilities.ts';
import {
  clientCapabilityFor,
  ELICITATION_CREATE,
  methodFacts,
  SAMPLING_CREATE_MESSAGE,
  serverCapabilityFor,
} from '../../protocol/methods.ts';
import { atLeast, isStateless, type Revision } from '../../protocol/revisions.ts';
import { TRAIT } from '../error-text.ts';
import type { RequestMessage } from '../message.ts';
import type { RuleCheck, Verdict } from '../rule.ts';
import { requestLine } from '../wire-excerpt.ts';

/** The client methods that need a server capability. */
const METHODS = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
];

export const rule: RuleCheck = {
  methods: METHODS,
  traits: TRAIT.undeclared,
  request(message, { facts }) {
    const { method, id, revision, params } = message;
    const declared = facts.serverCapabilities;
    const path = serverCapabilityFor(method);
    if (declared === undefined || !facts.complete || path === undefined) return undefined;
    if (!isOfRevision(method, revision) || isDeclared(declared, path)) return undefined;
    // Some servers spell it this way and mean the same.
    if (method === 'completion/complete' && declared.completion !== undefined) return undefined;
    const name = path.join('.');
    return {
      case: 'client',
      values: { method, id: id.text.slice(0, 80), name },
      before: requestLine({ method, params }, id.text),
    };
  },
  serverRequest(message, { facts }) {
    const declared = facts.clientCapabilities;
    if (declared === undefined || !facts.complete || isStateless(message.revision)) return undefined;
    const missing = missingFor(message, declared);
    return missing === undefined ? undefined : ofServer(message, missing);
  },
};

/** Completions had no capability before 2025-03-26, and 2026-07-28 removed some methods. */
function isOfRevision(method: string, revision: Revision): boolean {
  if (method === 'completion/complete') return atLeast(revision, '2025-03-26');
  return !isStateless(revision) || methodFacts(method)?.until === undefined;
}

/** The capability that a server request needs and the client did not declare. */
function missingFor({ method, params }: RequestMessage, declared: JsonObject): string | undefined {
  const capability = clientCapabilityFor(method);
  if (capability === undefined) return undefined;
  if (!isDeclared(declared, [capability])) return capability;
  if (method === ELICITATION_CREATE && stringAt(params, 'mode') === 'url')
    return isDeclared(declared, ['elicitation', 'url']) ? undefined : 'elicitation.url';
  const hasTools = method === SAMPLING_CREATE_MESSAGE && isJsonObject(params) && params.tools !== undefined;
  return hasTools && !isDeclared(declared, ['sampling', 'tools']) ? 'sampling.tools' : undefined;
}

function ofServer({ method, params, id }: RequestMessage, missing: string): Verdict {
  return {
    case: 'server',
    values: { method, id: id.text.slice(0, 80), missing },
    before: requestLine({ method, params }, id.text),
  };
}
