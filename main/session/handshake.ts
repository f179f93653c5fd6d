import { setTimeout as pause } from 'node:timers/promises';
import type { LostAnswer } from '../../app/explain/lost-answer.ts';
import { capabilitiesIn } from '../../app/protocol/client-capabilities.ts';
import {
  decideEra,
  type EraDecision,
  type EraMode,
  statelessAfterInitialize,
} from '../../app/protocol/negotiation.ts';
import { type Era, eraOf, newestOf } from '../../app/protocol/revisions.ts';
import { DEFAULT_SETTINGS, type SessionSettings } from '../../app/protocol/session-settings.ts';
import type { WireError } from '../../app/wire/envelope.ts';
import { limitsOf } from './call-context.ts';
import { EraProbe } from './era-probe.ts';
import { InitializeClient, initializeClientHandles, initializeClientReads } from './initialize-client.ts';
import { InitializeRequests } from './initialize-requests.ts';
import type { ClientOptions, Connected, ProtocolClient } from './protocol-client.ts';
import type { ServerLink } from './server-link.ts';
import type { ServerRequestService } from './server-request-service.ts';
import { TapTransport, type TapTransportOptions } from './tap-transport.ts';

const NEVER_ASKED = 'The server had closed its stdin before it was asked anything.';
const SPOKEN_OTHERWISE = 'the handshake went on in another era';

/** Statuses of `initialize` that trigger HTTP+SSE (2025-11-25, basic/transports, "Backwards Compatibility"). */
const FALLS_BACK: readonly number[] = [400, 404, 405];
const OVER_SSE = 'The server refused the POST, and serves HTTP+SSE of 2024-11-05.';

/** How long a live server may take to start, in milliseconds, unless the user set a probe timeout. */
const START_MS = 15_000;
/** How long a modern server that answered the probe late may also take for `initialize`, in milliseconds. */
const LATE_MS = 2000;

type HandshakeOptions = Pick<ClientOptions, 'version' | 'journal' | 'onSubscriptions'> & {
  readonly run: ServerLink;
  readonly settings: SessionSettings;
  readonly requests: ServerRequestService;
  /** Why the probe is skipped; empty if it is not. */
  readonly unprobed: string;
  readonly frames: readonly number[];
  /** Reports the era as soon as it is known, with the reason as one sentence and the records of the probes. */
  readonly onEra: (era: Era, reason: string, frames: readonly number[]) => void;
};

export type HandshakeEnd =
  | {
      readonly kind: 'ready';
      readonly client: ProtocolClient;
      /** A modern revision that the server supports but named too late; empty if none. */
      readonly lateRevision: string;
    }
  | {
      readonly kind: 'failed';
      /** One sentence. */
      readonly failure: string;
      /** The server's error; undefined if something else failed. */
      readonly error: WireError | undefined;
      /** True if the last request of the handshake was not answered. */
      readonly isSilent: boolean;
      readonly hasAnswered: boolean;
      /** Why the last request of the handshake was not answered; undefined if it was. */
      readonly lost: LostAnswer | undefined;
    }
  /** The probe ended the server: restart it and skip the probe. */
  | { readonly kind: 'restart'; readonly reason: string; readonly frames: readonly number[] };

type Stateless = Extract<EraDecision, { kind: 'modern' }>;

/** The next step: probe the era with one revision, or finish. */
type Step =
  | {
      readonly kind: 'probe';
      readonly mode: Exclude<EraMode, 'initialize'>;
      readonly revision: string;
      /** True for the one extra probe that a list of versions may cause. */
      readonly last: boolean;
    }
  | { readonly kind: 'done'; readonly end: HandshakeEnd };

/** The outcome of `initialize` after a probe: no end if a late modern answer made the wait pointless. */
type Opening = { readonly end: HandshakeEnd | undefined; readonly modern: Stateless | undefined };

/** Detects the era of a server in its one visible process, and performs that era's handshake. */
export class Handshake {
  readonly #options: HandshakeOptions;
  readonly #probes: EraProbe[] = [];
  /** Releases the previous client of the server. */
  #release: () => void = () => undefined;
  #hasAnswered = false;
  #lost: LostAnswer | undefined;
  /** While a refused handshake may be followed by another one in the same process, a client must not end it. */
  #isOver = false;

  constructor(options: HandshakeOptions) {
    this.#options = options;
  }

  async run(): Promise<HandshakeEnd> {
    let step = await this.#first();
    while (step.kind === 'probe') step = await this.#probed(step);
    this.#isOver = true;
    return step.end;
  }

  async #first(): Promise<Step> {
    const { settings, unprobed } = this.#options;
    const mode = wantedMode(settings);
    if (unprobed !== '') return next(await this.#initialize(unprobed), false);
    if (mode === 'initialize') return done(await this.#initialize(chosenReason(settings)));
    const revision = eraOf(settings.revision) === 'modern' ? settings.revision : newestOf('modern');
    return { kind: 'probe', mode, revision, last: false };
  }

  async #probed(step: Extract<Step, { kind: 'probe' }>): Promise<Step> {
    const { mode, revision: asked, last } = step;
    const probe = this.#probe(step);
    const reply = await probe.reply;
    const decision = decideEra({ mode, asked, last }, reply);
    switch (decision.kind) {
      case 'modern':
        return done(await this.#stateless(decision));
      case 'probe':
        return { kind: 'probe', mode, revision: decision.revision, last: true };
      case 'initialize':
        return this.#fallBack(decision.reason, probe, asked, last);
      case 'restart':
        // A request that never reached the server cannot have ended it.
        if (this.#options.run.unheard) return done(this.#failed(NEVER_ASKED, { isSilent: true }));
        return done({ kind: 'restart', reason: decision.reason, frames: this.#frames });
      case 'fail':
        if (reply.kind === 'silent') this.#unanswered(probe);
        return done(this.#failed(decision.reason, { isSilent: reply.kind === 'silent' }));
    }
  }

  #probe({ mode, revision, last }: Extract<Step, { kind: 'probe' }>): EraProbe {
    const { version, run, settings } = this.#options;
    this.#release();
    const isOpen = mode === 'auto' && !last;
    const probe = new EraProbe({
      count: this.#probes.length + 1,
      revision,
      version,
      capabilities: capabilitiesIn('modern', settings.capabilities),
      // A server that named modern revisions gets the timeout of any other answer.
      silenceMs: isOpen ? settings.probeTimeoutMs : settings.timeoutMs,
      startMs:
        isOpen && run.http === undefined && settings.probeTimeoutMs === DEFAULT_SETTINGS.probeTimeoutMs
          ? START_MS
          : 0,
      isBusyFor:
        isOpen && run.isBusyFor !== undefined
          ? (ms) => run.isBusyFor?.(ms) ?? Promise.resolve(false)
          : undefined,
      send: (line) => run.send(line).seq,
    });
    this.#probes.push(probe);
    this.#receive(undefined, undefined);
    return probe;
  }

  /**
   * Sends `initialize` after a probe. A server that was only slow gets both requests at once, and its answer to the
   * second one counts: servers of both eras use the last opening (server 2.4.0, `serveStdio`).
   */
  async #fallBack(reason: string, probe: EraProbe, asked: string, last: boolean): Promise<Step> {
    const { run } = this.#options;
    const shaking = this.#initialize(reason);
    const { end, modern } = await opening(shaking, lateStateless(probe, asked));
    if (!probe.answered) this.#unanswered(probe);
    if (end?.kind === 'ready') return done({ ...end, lateRevision: modern?.revision ?? '' });
    if (run.exit !== undefined) {
      const why = `The server ended with ${run.exit.how} after it was asked server/discover.`;
      const restart = `${why} It was started again without that question.`;
      return done({ kind: 'restart', reason: restart, frames: this.#frames });
    }
    if (modern !== undefined) return done(await this.#stateless(modern));
    return next(end ?? (await shaking), last);
  }

  get #frames(): readonly number[] {
    return [...this.#options.frames, ...this.#probes.flatMap(({ frames }) => frames)];
  }

  /** The log must not show the probe as open forever. */
  #unanswered(probe: EraProbe): void {
    const message = 'no answer under the id of the probe';
    const event = { type: 'client', event: 'timeout', id: probe.id, method: 'server/discover' } as const;
    this.#options.journal.write({ ...event, message });
  }

  /** A server that refuses `initialize` may use an older transport; if that fails too, reports the first failure. */
  async #initialize(reason: string): Promise<HandshakeEnd> {
    this.#lost = undefined;
    const end = await this.#initializeOnce(reason);
    if (end.kind !== 'failed' || end.lost === undefined || !FALLS_BACK.includes(end.lost.status)) return end;
    const { run } = this.#options;
    return (await run.fallBack()) ? this.#initializeOnce(OVER_SSE) : end;
  }

  async #initializeOnce(reason: string): Promise<HandshakeEnd> {
    const { version, run, journal, settings, requests, onEra, onSubscriptions } = this.#options;
    onEra('initialize', reason, this.#frames);
    this.#release();
    const revision = eraOf(settings.revision) === 'initialize' ? settings.revision : '';
    const transport = this.#transport({
      revision,
      clientReads: initializeClientReads,
      clientHears: initializeClientHandles,
    });
    const capabilities = capabilitiesIn('initialize', settings.capabilities, revision);
    const client = new InitializeClient({ version, capabilities, transport, journal, onSubscriptions });
    const send = (line: string) => void run.send(line);
    this.#receive(transport, new InitializeRequests(requests, capabilities, send, client));
    return this.#end(client, await client.connect(limitsOf(settings)));
  }

  async #stateless({ revision, discover, reason }: Stateless): Promise<HandshakeEnd> {
    const { version, run, journal, settings, requests, onEra, onSubscriptions } = this.#options;
    onEra('modern', reason, this.#frames);
    this.#release();
    this.#receive(undefined, undefined);
    // Most sessions never need it, and it is large.
    const { StatelessClient, statelessClientReads } = await import('./stateless-client.ts');
    const transport = this.#transport({
      revision: '',
      clientReads: statelessClientReads,
      clientHears: () => true,
    });
    this.#receive(transport, undefined);
    const capabilities = capabilitiesIn('modern', settings.capabilities);
    const base = { version, revision, capabilities, discover, transport, journal, requests, onSubscriptions };
    const client = new StatelessClient({ ...base, whyClosed: () => run.whyClosed });
    return this.#end(client, await client.connect(limitsOf(settings)));
  }

  #end(client: ProtocolClient, { failure, ...answer }: Connected): HandshakeEnd {
    return failure === '' ? { kind: 'ready', client, lateRevision: '' } : this.#failed(failure, answer);
  }

  #failed(failure: string, { error, isSilent }: Omit<Connected, 'failure'>): HandshakeEnd {
    const seen = { hasAnswered: this.#hasAnswered, lost: this.#lost };
    return { kind: 'failed', failure, error, isSilent, ...seen };
  }

  #transport(client: Pick<TapTransportOptions, 'revision' | 'clientReads' | 'clientHears'>): TapTransport {
    const { run } = this.#options;
    return new TapTransport({
      send: (line, envelope) => run.send(line, envelope),
      close: () => {
        if (this.#isOver) void run.end();
      },
      mayAnswerRaw: (id) => run.mayAnswerRaw(id),
      ...client,
      after: (milliseconds, work) => {
        const timer = setTimeout(work, milliseconds);
        return () => clearTimeout(timer);
      },
    });
  }

  /** Routes messages of the run to the last probe, then to server requests, then to the client. */
  #receive(transport: TapTransport | undefined, requests: InitializeRequests | undefined): void {
    const probe = this.#probes.at(-1);
    this.#release = () => {
      requests?.close(SPOKEN_OTHERWISE);
      transport?.detach();
    };
    this.#options.run.receiver = {
      message: (message, seq) => {
        const { envelope } = message;
        if (envelope.kind === 'error' || envelope.kind === 'result') this.#hasAnswered = true;
        if (probe?.take(envelope, seq) === true || requests?.take(envelope, seq) === true) return;
        transport?.deliver(message, seq);
      },
      unanswered: (id, lost) => {
        this.#lost = lost;
        if (probe?.lost(id, lost) !== true) transport?.unanswered(id, lost);
      },
      exited: (how) => probe?.exited(how),
      closed: (why) => {
        requests?.close(why);
        transport?.disconnected();
      },
    };
  }
}

async function opening(
  shaking: Promise<HandshakeEnd>,
  late: Promise<Stateless | undefined>,
): Promise<Opening> {
  const first = await Promise.race<Opening>([
    shaking.then((end) => ({ end, modern: undefined })),
    late.then((modern) => ({ end: undefined, modern })),
  ]);
  if (first.end !== undefined) return first;
  if (first.modern === undefined) return { end: await shaking, modern: undefined };
  // A modern server may ignore `initialize`.
  const end = await Promise.race([shaking, pause(LATE_MS, undefined, { ref: false })]);
  return { end, modern: first.modern };
}

/** The era from a late answer to the probe; undefined if it is not modern. */
async function lateStateless(probe: EraProbe, asked: string): Promise<Stateless | undefined> {
  const decision = decideEra({ mode: 'auto', asked, last: true }, await probe.late);
  return decision.kind === 'modern' ? decision : undefined;
}

/** A revision implies its era, so an offered revision is enough. */
function wantedMode({ era, revision }: SessionSettings): EraMode {
  return era === 'auto' && revision !== '' ? eraOf(revision) : era;
}

function chosenReason({ era, revision }: SessionSettings): string {
  if (era === 'initialize') return 'The session is set to initialize.';
  return `The session asks for ${revision}, which is spoken after initialize.`;
}

/** The next step after `initialize`: its refusal may name a revision to probe, unless a probe was the last one. */
function next(end: HandshakeEnd, last: boolean): Step {
  const error = end.kind === 'failed' ? end.error : undefined;
  const revision = error === undefined || last ? undefined : statelessAfterInitialize(error);
  return revision === undefined ? done(end) : { kind: 'probe', mode: 'auto', revision, last: true };
}

function done(end: HandshakeEnd): Step {
  return { kind: 'done', end };
}
