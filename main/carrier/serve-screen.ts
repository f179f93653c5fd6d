import { createBirpc } from 'birpc';
import type { z } from 'zod';
import { deltaBase, type JsonDelta, jsonDelta } from '../../app/base/json-delta.ts';
import { isJsonObject } from '../../app/base/json-value.ts';
import { errorMessage } from '../../app/base/result.ts';
import { type CommandName, type Commands, commandInputs } from '../../app/contract/commands.ts';
import type { ScreenEvents } from '../../app/contract/events.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import type { HostApi } from '../hub/host-api.ts';

/* The protocol between a host and a screen: birpc 4 messages, one per carrier message. Over the WebSocket they are
   JSON text, with bytes as `binary-answer.ts` describes; over Electron's port they are structured clones.
   - Screen to host: requests only, `{ t: 'q', m: command, a: [input], i: id }`. Anything else closes the carrier.
   - Host to screen: `{ t: 's', i: id, r: result }`, or `{ t: 's', i: id, e: sentence }` if the call was refused
     or its handler threw: a string, so that both carriers report the same. Expected failures are `Result` values.
   - Events: requests from the host without an id, never answered. A session is sent whole once, then as changes.
   - Nothing times out: a tool call may take minutes. Closing the carrier ends the calls in flight. */

type ScreenRequest = { t: 'q'; m: string; a: unknown[]; i: string };

/** Serves one screen until its carrier closes. `onFault` gets every exception of a handler, which is a defect. */
export function serveScreen(host: HostApi, carrier: Carrier, onFault: (fault: Error) => void): void {
  const gate = commandGate(host.commands);
  let close = (): void => undefined;
  const push = (event: Promise<void>): void => void event.catch(onFault);
  const sessions = new SessionFeed({
    whole: (info) => push(screen.sessionChanged.asEvent(info)),
    patch: (session, delta) => push(screen.sessionPatched.asEvent(session, delta)),
  });
  const screen = createBirpc<ScreenEvents, Record<never, never>>(
    {},
    {
      post: (message) => {
        try {
          post(carrier, message, onFault);
        } finally {
          sessions.posted(message);
        }
      },
      on: (hear) => {
        const onMessage = (message: unknown): void => {
          if (isScreenRequest(message)) hear(message);
          else carrier.refuse('a screen sends requests only');
        };
        carrier.listen(onMessage, () => close());
      },
      serialize: withPlainError,
      resolver: (name) => (input: unknown) => {
        const answer = gate(name, input);
        return name === 'hello' ? sessions.greeted(answer) : answer;
      },
      onFunctionError: (error) => {
        if (!(error instanceof CommandRefused)) onFault(error);
      },
      onGeneralError: (error) => onFault(error),
      timeout: -1,
    },
  );
  const unsubscribe = host.subscribe({
    sessionChanged: (info) => sessions.changed(info),
    sessionRemoved: (session) => {
      sessions.removed(session);
      push(screen.sessionRemoved.asEvent(session));
    },
    logGrew: (state) => push(screen.logGrew.asEvent(state)),
    notice: (notice) => push(screen.notice.asEvent(notice)),
    profilesChanged: (list) => push(screen.profilesChanged.asEvent(list)),
    projectChanged: (news) => push(screen.projectChanged.asEvent(news)),
    probesChanged: (probes) => push(screen.probesChanged.asEvent(probes)),
  });
  close = () => {
    close = () => undefined;
    unsubscribe();
    screen.$close();
  };
}

/** If the carrier cannot write a message, only that message fails: a call gets the reason as its answer. */
function post(carrier: Carrier, message: unknown, onFault: (fault: Error) => void): void {
  try {
    carrier.post(message);
  } catch (error) {
    onFault(new Error(`A message to the screen cannot be written: ${errorMessage(error)}.`));
    if (!isAnswer(message)) return;
    carrier.post({ t: 's', i: message.i, e: `The answer cannot be shown: ${errorMessage(error)}.` });
  }
}

function isAnswer(message: unknown): message is { readonly i: string } {
  return (
    typeof message === 'object' && message !== null && 't' in message && message.t === 's' && 'i' in message
  );
}

function isScreenRequest(message: unknown): message is ScreenRequest {
  if (typeof message !== 'object' || message === null) return false;
  const { t, m, a, i } = message as Partial<Record<keyof ScreenRequest, unknown>>;
  return t === 'q' && typeof m === 'string' && Array.isArray(a) && typeof i === 'string';
}

/** JSON turns an `Error` into `{}`, so both carriers send its message instead. */
function withPlainError(message: { e?: unknown }): unknown {
  if (message.e === undefined) return message;
  return { ...message, e: errorMessage(message.e) };
}

/** One open connection to one screen, as the host sees it. */
export type Carrier = {
  /** Sends one message; does nothing once the carrier is closed. */
  post(message: unknown): void;
  /** Calls `onMessage` for every message from now on, and `onClose` once at the end. */
  listen(onMessage: (message: unknown) => void, onClose: () => void): void;
  /** Closes the connection because the screen broke the protocol; `reason` is for a developer. */
  refuse(reason: string): void;
};

/** A call that never reached its handler; the message is one sentence for the user. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}

const MAX_FAULTS = 3;

/** The only way to call a handler. Rejects with `CommandRefused` for an unknown name or an invalid input. */
export function commandGate(commands: Commands): (name: string, input: unknown) => Promise<unknown> {
  return async (name, input) => {
    if (!isCommandName(name)) throw new CommandRefused(`There is no command ${JSON.stringify(name)}.`);
    const parsed = commandInputs[name].safeParse(input);
    if (!parsed.success) throw new CommandRefused(refusal(name, parsed.error));
    // The compiler cannot see that the input was parsed with the schema of this command.
    const handler = commands[name] as (input: unknown) => Promise<unknown>;
    return handler.call(commands, parsed.data);
  };
}

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commandInputs, name);
}

function refusal(name: CommandName, error: z.ZodError): string {
  const faults = error.issues.slice(0, MAX_FAULTS).map((issue) => {
    const path = issue.path.map(String).join('.');
    return path === '' ? issue.message : `${path}: ${issue.message}`;
  });
  const more = error.issues.length - faults.length;
  const rest = more > 0 ? `; and ${more} more` : '';
  return `The command "${name}" was refused. ${faults.join('; ')}${rest}.`;
}

/** The depth of `changes.updated`, which grows with every notification of a server. */
const LEVELS = 3;

type SessionSender = {
  whole(info: SessionInfo): void;
  patch(session: string, delta: JsonDelta): void;
};

/**
 * The sessions that one screen holds: a new session is sent whole, later ones as deltas. Requests of a server make a
 * session large; sending it whole every time would be quadratic.
 */
class SessionFeed {
  readonly #send: SessionSender;
  readonly #held = new Map<string, unknown>();
  /** The answers to `hello` in flight: changes that happen meanwhile must be sent after them. */
  readonly #greetings = new Set<unknown>();
  readonly #waiting = new Map<string, SessionInfo>();
  #asked = 0;

  constructor(send: SessionSender) {
    this.#send = send;
  }

  changed(info: SessionInfo): void {
    const { session } = info;
    if (this.#asked > 0) {
      this.#waiting.set(session, info);
      return;
    }
    const before = this.#held.get(session);
    const delta = jsonDelta(before, info, LEVELS);
    this.#hold(info);
    if (before === undefined) this.#send.whole(info);
    else if (delta !== undefined) this.#send.patch(session, delta);
  }

  removed(session: string): void {
    this.#held.delete(session);
    this.#waiting.delete(session);
  }

  /** Passes on the answer to a `hello`. The screen holds its sessions once it is posted. */
  async greeted(answer: Promise<unknown>): Promise<unknown> {
    this.#asked += 1;
    try {
      const greeting = await answer;
      this.#greetings.add(greeting);
      return greeting;
    } catch (reason) {
      this.#answered();
      throw reason;
    }
  }

  /** Checks whether a posted message is the answer to a `hello`. */
  posted(message: unknown): void {
    if (this.#greetings.size === 0 || !isJsonObject(message) || !this.#greetings.delete(message.r)) return;
    const { sessions } = isJsonObject(message.r) ? message.r : {};
    // The answer to `hello` holds infos, each with its session.
    if (Array.isArray(sessions)) for (const info of sessions as readonly SessionInfo[]) this.#hold(info);
    this.#answered();
  }

  #answered(): void {
    this.#asked -= 1;
    if (this.#asked > 0) return;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const info of waiting) this.changed(info);
  }

  #hold(info: SessionInfo): void {
    this.#held.set(info.session, deltaBase(info, LEVELS));
  }
}
