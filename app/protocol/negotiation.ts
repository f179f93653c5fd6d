import { isJsonObject, type JsonObject } from '../base/json-value.ts';
import { type Era, eraOf, LAST_INITIALIZE, newestOf, revisionsOf, sharedRevision } from './revisions.ts';

export type EraMode = 'auto' | Era;

/** UnsupportedProtocolVersion (2026-07-28, basic/index.mdx, error codes). */
const UNSUPPORTED_VERSION = -32022;

export type ProbeReply =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly codeText: string; readonly code: unknown; readonly data: unknown }
  /** An answer that does not match the request: a different id, or invalid JSON-RPC. */
  | { readonly kind: 'unusable'; readonly why: string }
  | { readonly kind: 'silent'; readonly afterMs: number }
  /** No answer can come; `why` is a sentence, `isOpen` says whether this address may serve another revision. */
  | { readonly kind: 'lost'; readonly why: string; readonly exit: string; readonly isOpen: boolean }
  /** The server exited before it answered; `how` is, for example, `exit code 1`. */
  | { readonly kind: 'exited'; readonly how: string };

/** What to do after a probe; `reason` is one sentence for the user. */
export type EraDecision =
  | {
      readonly kind: 'modern';
      readonly revision: string;
      readonly discover: JsonObject;
      readonly reason: string;
    }
  /** Probe again with a revision that the server listed. */
  | { readonly kind: 'probe'; readonly revision: string; readonly reason: string }
  | { readonly kind: 'initialize'; readonly reason: string }
  /** Restart the server, visibly, and connect with `initialize` and no probe. */
  | { readonly kind: 'restart'; readonly reason: string }
  | { readonly kind: 'fail'; readonly reason: string };

export type ProbeContext = {
  readonly mode: Exclude<EraMode, 'initialize'>;
  readonly asked: string;
  /** True for the one extra probe that a list of versions may trigger. */
  readonly last: boolean;
};

/** The era after a probe: modern only by a DiscoverResult or by -32022 with a list (2026-07-28, transports/stdio). */
export function decideEra(context: ProbeContext, reply: ProbeReply): EraDecision {
  switch (reply.kind) {
    case 'result':
      return fromResult(context, reply.result);
    case 'error':
      return fromError(context, reply);
    case 'unusable':
      return legacy(context, `the server answered server/discover with ${reply.why}`);
    case 'silent':
      return legacy(context, `the server did not answer server/discover within ${reply.afterMs} ms`);
    case 'lost':
      if (!reply.isOpen) return { kind: 'fail', reason: reply.why };
      return legacy(context, `the server answered server/discover with ${reply.exit}`);
    case 'exited': {
      const what = `the server ended with ${reply.how} when it was asked server/discover`;
      if (context.mode === 'modern') return legacy(context, what);
      return { kind: 'restart', reason: `${sentence(what)} It was started again without that question.` };
    }
  }
}

/** The stateless revision that a rejected `initialize` points to: -32022 with a list that has a modern one. */
export function statelessAfterInitialize(error: { code: unknown; data: unknown }): string | undefined {
  const supported = error.code === UNSUPPORTED_VERSION ? supportedIn(error.data) : undefined;
  return supported === undefined ? undefined : sharedRevision('modern', supported);
}

function supportedIn(data: unknown): readonly string[] | undefined {
  return isJsonObject(data) ? readVersions(data.supported) : undefined;
}

function fromResult(context: ProbeContext, result: unknown): EraDecision {
  const discover = readDiscoverResult(result);
  if (discover === undefined) {
    return legacy(context, 'the server answered server/discover with something else than a DiscoverResult');
  }
  const { supportedVersions, body } = discover;
  const revision = supportedVersions.includes(context.asked)
    ? context.asked
    : sharedRevision('modern', supportedVersions);
  if (revision === undefined) {
    return legacy(context, `the server answered server/discover and offers only ${list(supportedVersions)}`);
  }
  const reason = `The server answered server/discover and offers ${list(supportedVersions)}.`;
  return { kind: 'modern', revision, discover: body, reason };
}

function fromError(context: ProbeContext, reply: Extract<ProbeReply, { kind: 'error' }>): EraDecision {
  const supported = reply.code === UNSUPPORTED_VERSION ? supportedIn(reply.data) : undefined;
  if (supported === undefined) {
    const code = reply.codeText === '' ? 'an error without a code' : `error ${reply.codeText}`;
    return legacy(context, `the server answered server/discover with ${code}`);
  }
  const offers = `error -32022 and offers ${list(supported)}`;
  const revision = sharedRevision('modern', supported);
  if (revision !== undefined && !context.last) {
    return { kind: 'probe', revision, reason: `The server answered server/discover with ${offers}.` };
  }
  if (revision === undefined && supported.some((version) => eraOf(version) === 'initialize')) {
    return legacy(context, `the server answered server/discover with ${offers}`);
  }
  return { kind: 'fail', reason: `The server answered server/discover with ${offers}.` };
}

function legacy(context: ProbeContext, what: string): EraDecision {
  if (context.mode === 'auto') return { kind: 'initialize', reason: sentence(what) };
  const wanted = context.asked === '' ? newestOf('modern') : context.asked;
  return {
    kind: 'fail',
    reason: `${sentence(what)} The session is set to ${wanted} and does not fall back.`,
  };
}

function list(versions: readonly string[]): string {
  return versions.slice(0, 8).join(', ');
}

function sentence(what: string): string {
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}.`;
}

/** The part of a `server/discover` result that decides the revision. */
type DiscoverResult = { readonly supportedVersions: readonly string[]; readonly body: JsonObject };

/** Reads a DiscoverResult (2026-07-28, schema.ts), else undefined. Missing cache hints are only a finding. */
function readDiscoverResult(value: unknown): DiscoverResult | undefined {
  if (!isJsonObject(value) || !isJsonObject(value.capabilities)) return undefined;
  const supportedVersions = readVersions(value.supportedVersions);
  return supportedVersions === undefined ? undefined : { supportedVersions, body: value };
}

function readVersions(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.every((version) => typeof version === 'string') ? value : undefined;
}

/** MissingRequiredClientCapability (2026-07-28, basic/index.mdx, error codes). */
const MISSING_CAPABILITY = -32021;

/** A way to reconnect that a server's error suggests; the command `restart` carries it out. */
export type ReconnectSuggestion =
  | {
      readonly kind: 'revision';
      readonly era: Era;
      readonly revision: string;
      /** False for a revision that this app does not know; it can be requested anyway. */
      readonly known: boolean;
      /**
       * The evidence. `error`: a -32022 error lists it; `late`: the probe's answer came after `initialize`; `asks`: a
       * handler sends requests to the client, which only the other era allows; `modes`: the server's SDK rejects
       * elicitation modes, which an older revision does not have.
       */
      readonly from: 'error' | 'late' | 'asks' | 'modes';
    }
  /** `capabilities` are missing and must be declared in addition. */
  | { readonly kind: 'capabilities'; readonly capabilities: JsonObject; readonly from: 'error' };

/** How server SDKs say that they cannot send a request during a call: Python 2.3.0, TypeScript server 2.4.0. */
const CANNOT_ASK =
  /no back-channel for server-initiated requests|server-to-client requests are not available on protocol|not supported by the negotiated protocol version \(wire era/i;

/** True if a text says that the server must not send requests to the client while it handles one. */
export function saysCannotAsk(text: string): boolean {
  return CANNOT_ASK.test(text.slice(0, 500));
}

/** How servers on the Java SDK before 0.17.1 reject `initialize` (java-sdk issue 724, fixed in its PR 731). */
const REFUSES_MODES = /Unrecognized field "(?:form|url)" \(class [^()]*Elicitation\)/;

/** True if a text says that the server cannot parse elicitation modes. */
export function refusesModes(text: string): boolean {
  return REFUSES_MODES.test(text.slice(0, 500));
}

type ErrorToRead = { readonly code?: unknown; readonly data?: unknown; readonly message?: string };

/** What an error suggests: versions (-32022), missing capabilities (-32021), or an era that allows the request. */
export function suggestionsOf(error: ErrorToRead): readonly ReconnectSuggestion[] {
  if (saysCannotAsk(error.message ?? ''))
    return [{ kind: 'revision', era: 'initialize', revision: LAST_INITIALIZE, known: true, from: 'asks' }];
  if (refusesModes(error.message ?? ''))
    return [{ kind: 'revision', era: 'initialize', revision: '2025-06-18', known: true, from: 'modes' }];
  if (error.code === UNSUPPORTED_VERSION) {
    return (supportedIn(error.data) ?? []).slice(0, 16).map((revision) => {
      const era = eraOf(revision);
      return { kind: 'revision', era, revision, known: revisionsOf(era).includes(revision), from: 'error' };
    });
  }
  if (error.code !== MISSING_CAPABILITY || !isJsonObject(error.data)) return [];
  const { requiredCapabilities } = error.data;
  return isJsonObject(requiredCapabilities)
    ? [{ kind: 'capabilities', capabilities: requiredCapabilities, from: 'error' }]
    : [];
}
