import { setTimeout as pause } from 'node:timers/promises';
import type { CallEnd } from '../../app/contract/commands.ts';
import { capabilitiesIn } from '../../app/protocol/client-capabilities.ts';
import {
  decideEra,
  type EraDecision,
  type EraMode,
  modernAfterInitialize,
  type ProbeReply,
} from '../../app/protocol/negotiation.ts';
import { type Era, eraOf, newestOf } from '../../app/protocol/revisions.ts';
import type { SessionSettings } from '../../app/protocol/session-settings.ts';
import type { AskDesk } from './ask-desk.ts';
import type { CallLimits } from './call-context.ts';
import { EraProbe } from './era-probe.ts';
import { InitializeClient } from './initialize-client.ts';
import type { ProtocolClient } from './protocol-client.ts';
import type { SessionJournal } from './record-body.ts';
import { RequestDesk } from './request-desk.ts';
import type { ServerLife } from './server-life.ts';

const NEVER_ASKED = 'The server had closed its stdin before it was asked anything.';

/** How long a modern server that answered the probe late may take for `initialize` as well. */
const LATE_MS = 2000;

export type HandshakeOptions = {
  readonly version: string;
  readonly life: ServerLife;
  readonly journal: SessionJournal;
  readonly settings: SessionSettings;
  readonly desk: AskDesk;
  /** Why the probe is left out; empty where it is not. */
  readonly unprobed: string;
  /** The records of a probe of the process before. */
  readonly frames: readonly number[];
  /** The error of an answer that came since this process started; the last one counts. */
  readonly lastError: () => { readonly code: unknown; readonly data: unknown } | undefined;
  /** Hears the era as soon as it is decided, with the reason as one sentence and the records of the probes. */
  readonly onEra: (era: Era, reason: string, frames: readonly number[]) => void;
  readonly onSubscriptions: () => void;
  /** Hears that a server which shook hands speaks this modern revision too, but said so too late. */
  readonly onLateModern: (revision: string) => void;
};

export type HandshakeEnd =
  | { readonly kind: 'ready'; readonly client: ProtocolClient }
  | { readonly kind: 'failed'; readonly failure: string }
  /** The probe ended the server: start it once more and leave the probe out. */
  | { readonly kind: 'restart'; readonly reason: string; readonly frames: readonly number[] };

type Modern = Extract<EraDecision, { kind: 'modern' }>;

/** Finds the era of a server in its one visible process, and shakes hands as that era does. */
export class Handshake {
  readonly #options: HandshakeOptions;
  readonly #probes: EraProbe[] = [];

  constructor(options: HandshakeOptions) {
    this.#options = options;
  }

  async run(): Promise<HandshakeEnd> {
    const { life } = this.#options;
    life.shaking = true;
    try {
      return await this.#shake();
    } finally {
      life.shaking = false;
    }
  }

  async #shake(): Promise<HandshakeEnd> {
    const { settings, unprobed } = this.#options;
    const mode = wantedMode(settings);
    if (unprobed !== '') return this.#initialize(unprobed);
    if (mode === 'initialize') return this.#initialize(chosenReason(settings));
    const asked = eraOf(settings.revision) === 'modern' ? settings.revision : newestOf('modern');
    return this.#probed(mode, asked, false);
  }

  async #probed(mode: Exclude<EraMode, 'initialize'>, asked: string, last: boolean): Promise<HandshakeEnd> {
    const probe = this.#probe(mode, asked, last);
    const reply = await probe.reply;
    const decision = decideEra({ mode, asked, last }, reply);
    switch (decision.kind) {
      case 'modern':
        return this.#modern(decision);
      case 'probe':
        return this.#probed(mode, decision.revision, true);
      case 'initialize':
        return this.#fallBack(decision.reason, probe, asked, last);
      case 'restart':
        // A question that never reached the server cannot have ended it.
        if (this.#options.life.unheard) return { kind: 'failed', failure: NEVER_ASKED };
        return { kind: 'restart', reason: decision.reason, frames: this.#frames };
      case 'fail':
        if (reply.kind === 'silent') this.#unanswered(probe);
        return { kind: 'failed', failure: decision.reason };
    }
  }

  #probe(mode: EraMode, revision: string, last: boolean): EraProbe {
    const { version, life, settings } = this.#options;
    const probe = new EraProbe({
      count: this.#probes.length + 1,
      revision,
      version,
      capabilities: capabilitiesIn('modern', settings.capabilities),
      // A server that has named modern revisions is waited for as for any answer.
      silenceMs: mode === 'auto' && !last ? settings.probeTimeoutMs : settings.timeoutMs,
      send: (line) => life.send(line).seq,
    });
    this.#probes.push(probe);
    life.probe = probe;
    return probe;
  }

  /**
   * Says `initialize` after a probe. A server that was only slow gets both questions at once: what it makes of
   * the second counts, since servers of both eras keep to the last opening (server 2.4.0, `serveStdio`).
   */
  async #fallBack(reason: string, probe: EraProbe, asked: string, last: boolean): Promise<HandshakeEnd> {
    const { life, onLateModern } = this.#options;
    const shaking = this.#initialize(reason);
    let modern: Modern | undefined;
    const late = probe.late.then(async (reply) => {
      modern = this.#lateModern(reply, asked);
      // A modern server may pass over `initialize` without a word.
      return modern === undefined ? shaking : pause(LATE_MS, undefined, { ref: false });
    });
    const end = await Promise.race([shaking, late]);
    if (!probe.answered) this.#unanswered(probe);
    if (end?.kind === 'ready') {
      if (modern !== undefined) onLateModern(modern.revision);
      return end;
    }
    if (life.ended !== undefined) {
      const why = `The server ended with ${life.ended.how} after it was asked server/discover.`;
      const restart = `${why} It was started once more without that question.`;
      return { kind: 'restart', reason: restart, frames: this.#frames };
    }
    if (modern !== undefined) return this.#modern(modern);
    const error = this.#options.lastError();
    const revision = error === undefined || last ? undefined : modernAfterInitialize(error);
    if (revision !== undefined) return this.#probed('auto', revision, true);
    return end ?? shaking;
  }

  get #frames(): readonly number[] {
    return [...this.#options.frames, ...this.#probes.flatMap(({ frames }) => frames)];
  }

  #lateModern(reply: ProbeReply, asked: string): Modern | undefined {
    const decision = decideEra({ mode: 'auto', asked, last: true }, reply);
    return decision.kind === 'modern' ? decision : undefined;
  }

  /** The log must not show a probe as open for ever. */
  #unanswered(probe: EraProbe): void {
    const message = 'no answer under the id of the probe';
    const event = { type: 'client', event: 'timeout', id: probe.id, method: 'server/discover' } as const;
    this.#options.journal.write({ ...event, message });
  }

  async #initialize(reason: string): Promise<HandshakeEnd> {
    const { version, life, journal, settings, desk, onEra, onSubscriptions } = this.#options;
    onEra('initialize', reason, this.#frames);
    const revision = eraOf(settings.revision) === 'initialize' ? settings.revision : '';
    const transport = life.newTransport(revision);
    const capabilities = capabilitiesIn('initialize', settings.capabilities);
    const client = new InitializeClient({ version, capabilities, transport, journal, onSubscriptions });
    const send = (line: string) => void life.send(line);
    life.desk = new RequestDesk(desk, capabilities, send, () => client.openCalls);
    return handshakeEnd(client, await client.connect(limitsOf(settings)));
  }

  async #modern({ revision, discover, reason }: Modern): Promise<HandshakeEnd> {
    const { version, life, journal, settings, desk, onEra, onSubscriptions } = this.#options;
    onEra('modern', reason, this.#frames);
    life.desk = undefined;
    const transport = life.newTransport('');
    const capabilities = capabilitiesIn('modern', settings.capabilities);
    // Most sessions never need it, and it is large.
    const { ModernClient } = await import('./modern-client.ts');
    const base = { version, revision, capabilities, discover, transport };
    const whyClosed = () => life.closed;
    const client = new ModernClient({ ...base, journal, desk, onSubscriptions, whyClosed });
    return handshakeEnd(client, await client.connect(limitsOf(settings)));
  }
}

/** The limits of a call for which nothing else was said. */
export function limitsOf(settings: SessionSettings): CallLimits {
  const { timeoutMs, maxTotalTimeoutMs, resetTimeoutOnProgress } = settings;
  return { timeoutMs, maxTotalTimeoutMs, resetTimeoutOnProgress };
}

/** A revision names its era, so that an offered one can be asked for by itself. */
function wantedMode({ era, revision }: SessionSettings): EraMode {
  return era === 'auto' && revision !== '' ? eraOf(revision) : era;
}

function chosenReason({ era, revision }: SessionSettings): string {
  if (era === 'initialize') return 'The session is set to initialize.';
  return `The session asks for ${revision}, which is spoken after initialize.`;
}

function handshakeEnd(client: ProtocolClient, end: CallEnd): HandshakeEnd {
  return end.failure === '' ? { kind: 'ready', client } : { kind: 'failed', failure: end.failure };
}
