import { isJsonObject, type JsonObject } from '../base/json-value.ts';
import { assertNever } from '../base/result.ts';
import { type Era, eraOf, LAST_INITIALIZE, newestOf, revisionsOf, sharedRevision } from './revisions.ts';

export type EraMode = 'auto' | Era;

/** UnsupportedProtocolVersion (2026-07-28, basic/index.mdx, error codes). */
const UNSUPPORTED_VERSION = -32022;

export type ProbeReply =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly codeText: string; readonly code: unknown; readonly data: unknown }
  /** An answer that fits no request: another id, or broken JSON-RPC. */
  | { readonly kind: 'unusable'; readonly why: string }
  | { readonly kind: 'silent'; readonly afterMs: number }
  /** No answer can come; `why` as a sentence, and whether the same address may serve another revision. */
  | { readonly kind: 'lost'; readonly why: string; readonly exit: string; readonly isOpen: boolean }
  /** The server was gone before it answered; `how` such as `exit code 1`. */
  | { readonly kind: 'exited'; readonly how: string };

/** What to do after a probe; `reason` is one sentence for the user. */
export type EraDecision =
  | {
      readonly kind: 'modern';
      readonly revision: string;
      readonly discover: JsonObject;
      readonly reason: string;
    }
  /** Probe again, for a revision that the server named. */
  | { readonly kind: 'probe'; readonly revision: string; readonly reason: string }
  | { readonly kind: 'initialize'; readonly reason: string }
  /** Start the server again, visibly, and shake hands by `initialize` without a probe. */
  | { readonly kind: 'restart'; readonly reason: string }
  | { readonly kind: 'fail'; readonly reason: string };

export type ProbeContext = {
  readonly mode: Exclude<EraMode, 'initialize'>;
  readonly asked: string;
  /** True after the one further probe that a list of versions may cause. */
  readonly last: boolean;
};

/** The era after a probe: modern by a DiscoverResult or -32022 with a list alone (2026-07-28, transports/stdio). */
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
    default:
      return assertNever(reply);
  }
}

/** The era that a refused `initialize` points to: -32022 with a list that has a modern revision. */
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

/** The answer to `server/discover` as far as the choice of a revision needs it. */
type DiscoverResult = { readonly supportedVersions: readonly string[]; readonly body: JsonObject };

/** Reads a DiscoverResult (2026-07-28, schema.ts); undefined for all else. Missing cache hints are a finding only. */
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

/** A way to connect again that an error of the server points to; carried out by the command `restart`. */
export type ReconnectSuggestion =
  | {
      readonly kind: 'revision';
      readonly era: Era;
      readonly revision: string;
      /** False for a revision that this app does not know: it can be asked for anyway. */
      readonly known: boolean;
      /**
       * `error`: an error -32022 names it; `late`: the probe's answer, which came after `initialize`; `asks`: a
       * handler sends requests to the client, which the other era has; `modes`: the server's SDK refuses the modes of
       * elicitation, which an older revision does not have.
       */
      readonly from: 'error' | 'late' | 'asks' | 'modes';
    }
  /** `capabilities` is what is missing, to be declared beside what is declared already. */
  | { readonly kind: 'capabilities'; readonly capabilities: JsonObject; readonly from: 'error' };

/** How SDKs of servers say that they cannot ask the client in mid-call: Python 2.3.0, TypeScript server 2.4.0. */
const CANNOT_ASK =
  /no back-channel for server-initiated requests|server-to-client requests are not available on protocol|not supported by the negotiated protocol version \(wire era/i;

/** True if a text says that the server may send no request to the client while it answers one. */
export function saysCannotAsk(text: string): boolean {
  return CANNOT_ASK.test(text.slice(0, 500));
}

/** How servers on the Java SDK before 0.17.1 refuse `initialize` (java-sdk issue 724, fixed by its pull request 731). */
const REFUSES_MODES = /Unrecognized field "(?:form|url)" \(class [^()]*Elicitation\)/;

/** True if a text says that the server cannot read the modes of elicitation. */
export function refusesModes(text: string): boolean {
  return REFUSES_MODES.test(text.slice(0, 500));
}

type ErrorToRead = { readonly code?: unknown; readonly data?: unknown; readonly message?: string };

/** What an error offers: the versions of -32022, the missing capabilities of -32021, the era that has what it lacks. */
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
