import { connect } from 'node:net';
import { z } from 'zod';
import { err, errorMessage, type Result } from '../../app/base/result.ts';
import { type ControlState, controlStateSchema } from '../../app/contract/answer-control.ts';
import type { ControlAddress, ControlEvents, ControlFunctions } from './control-server.ts';
import { JsonLines, type LinePeer, linePeer } from './line-rpc.ts';

/** How long a tap may take to open the connection, in milliseconds. */
const CONNECT_MS = 3000;

const resultSchema = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.string().max(10_000) }),
]);

type LinkEvents = {
  readonly onState: (state: ControlState) => void;
  /** The connection is closed, by whichever side; a tap then has let go of what this app held. */
  readonly onGone: () => void;
};

/** The conversation of this app with one tap. */
export class ControlLink {
  readonly #lines: JsonLines;
  readonly #peer: LinePeer<ControlFunctions>;
  #isGone = false;

  private constructor(lines: JsonLines, events: LinkEvents) {
    this.#lines = lines;
    this.#peer = linePeer<ControlFunctions, ControlEvents>(lines, {
      state: (state) => {
        const read = controlStateSchema.safeParse(state);
        if (read.success) events.onState(read.data);
      },
    });
  }

  /** Connects to a tap; fails with a sentence if it cannot be reached. */
  static open({ path, secret }: ControlAddress, events: LinkEvents): Promise<Result<ControlLink>> {
    return new Promise((resolve) => {
      const socket = connect(path);
      const fail = (why: string): void => {
        socket.destroy();
        resolve(err(`The tap cannot be reached: ${why}.`));
      };
      const timer = setTimeout(() => fail('it does not answer'), CONNECT_MS);
      socket.once('error', (error) => fail(error.message));
      socket.once('close', () => clearTimeout(timer));
      socket.once('connect', () => {
        clearTimeout(timer);
        const lines = new JsonLines(socket);
        lines.send({ secret });
        const link = new ControlLink(lines, events);
        socket.once('close', () => {
          link.#isGone = true;
          link.#peer.$close();
          events.onGone();
        });
        resolve({ ok: true, value: link });
      });
    });
  }

  /** Calls a function of the tap; fails with the tap's sentence, or with one about the connection. */
  async call<Name extends keyof ControlFunctions>(
    name: Name,
    ...args: Parameters<ControlFunctions[Name]>
  ): Promise<ReturnType<ControlFunctions[Name]> | Result<never>> {
    if (this.#isGone) return err('The tap has closed the connection.');
    try {
      const answer = resultSchema.safeParse(await this.#peer.$callRaw({ method: name, args }));
      // What its own build sends is trusted once it has the shape of a result.
      return answer.success
        ? (answer.data as ReturnType<ControlFunctions[Name]>)
        : err('The tap gave an answer that this app does not understand.');
    } catch (error) {
      return err(
        this.#isGone
          ? 'The tap has closed the connection.'
          : `The tap does not answer: ${errorMessage(error)}.`,
      );
    }
  }

  /** Closes the connection: the tap lets go of what this app holds. */
  close(): void {
    this.#lines.close();
  }
}
