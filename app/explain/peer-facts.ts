import type { Exchange } from '../session/exchange.ts';
import type { SessionFacts } from '../session/session-facts.ts';
import type { KnownFacts } from './failure.ts';

const NOTHING_LISTED = { complete: false, find: () => undefined, names: () => [] };

/** What a server listed, if it listed nothing. */
export const NO_LISTS = { tools: NOTHING_LISTED, prompts: NOTHING_LISTED, resources: NOTHING_LISTED };

/** What is known before the first record. */
export const NO_FACTS: KnownFacts = {
  handshake: 'unknown',
  revision: 'unknown',
  clientLeft: false,
  serverCapabilities: undefined,
  clientCapabilities: undefined,
  ...NO_LISTS,
};

/** The facts of a session as the explanation asks for them. */
export function peerFacts(facts: SessionFacts, exchange: Readonly<Exchange> | undefined): KnownFacts {
  const { tools, prompts, resources } = facts;
  const requestSeq = exchange?.requestSeq ?? 0;
  return {
    handshake: handshakeOf(facts),
    revision: facts.revisionOf(exchange),
    clientLeft: facts.stdinClosed,
    serverCapabilities: facts.serverCapabilities,
    clientCapabilities: facts.capabilitiesFor(exchange),
    tools: listed(tools, tools.wasWhole(requestSeq, exchange?.toolsGeneration)),
    prompts: listed(prompts, prompts.wasWhole(requestSeq)),
    resources: listed(resources, resources.wasWhole(requestSeq)),
  };
}

function handshakeOf(facts: SessionFacts): KnownFacts['handshake'] {
  if (facts.serverStateless || facts.negotiated !== 'unknown' || facts.initialized) return 'done';
  return facts.complete ? 'missing' : 'unknown';
}

type Catalogue<Item> = { find(name: string): Item | undefined; names(): Iterable<string> };

function listed<Item>(catalogue: Catalogue<Item>, complete: boolean) {
  return { complete, find: (name: string) => catalogue.find(name), names: () => catalogue.names() };
}

/** What stays true, and is plain data: lists may change. */
export function lasting({ tools: _, prompts: __, resources: ___, ...facts }: KnownFacts) {
  return facts;
}
