import { err, type Result } from '../../app/base/result.ts';
import type { ANSWER_COMMANDS } from '../../app/contract/answer-control.ts';
import {
  type AnswerOrder,
  type ControlState,
  type HeldEnd,
  type HeldText,
  NOTHING_CONTROLLED,
} from '../../app/contract/answer-control.ts';
import type { Handlers } from '../../app/contract/command.ts';
import { ControlLink } from '../tap/control-link.ts';
import type { ControlAddress, ControlFunctions } from '../tap/control-server.ts';

/** What this app does with the answers of one tapped server. It connects to the tap with its first order. */
export class TapAnswers {
  readonly #address: ControlAddress | undefined;
  readonly #onChange: () => void;
  #state: ControlState = NOTHING_CONTROLLED;
  #link: Promise<Result<ControlLink>> | undefined;
  #isClosed = false;

  /** `onChange` hears that {@link state} is another. */
  constructor(address: ControlAddress | undefined, onChange: () => void) {
    this.#address = address;
    this.#onChange = onChange;
  }

  /** Null if the tap takes no orders. */
  get state(): ControlState | null {
    return this.#address === undefined || this.#isClosed ? null : this.#state;
  }

  arm(order: AnswerOrder): Promise<Result<null>> {
    return this.#call('arm', order);
  }

  disarm(orderId: string): Promise<Result<null>> {
    return this.#call('disarm', orderId);
  }

  textOf(heldId: string): Promise<Result<HeldText>> {
    return this.#call('textOf', heldId);
  }

  end(heldId: string, end: HeldEnd): Promise<Result<null>> {
    return this.#call('end', heldId, end);
  }

  letAllGo(): Promise<Result<null>> {
    return this.#call('letAllGo');
  }

  /** Closes the connection, so that the tap lets everything go; nothing can be ordered any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const link = await this.#link;
    if (link?.ok) link.value.close();
  }

  async #call<Name extends keyof ControlFunctions>(
    name: Name,
    ...args: Parameters<ControlFunctions[Name]>
  ): Promise<ReturnType<ControlFunctions[Name]> | Result<never>> {
    const link = await this.#linked();
    return link.ok ? link.value.call(name, ...args) : link;
  }

  async #linked(): Promise<Result<ControlLink>> {
    if (this.#isClosed) return err('The tap has ended: no answer will come any more.');
    if (this.#address === undefined) return err(NO_CHANNEL);
    this.#link ??= ControlLink.open(this.#address, {
      onState: (state) => this.#become(state),
      onGone: () => {
        this.#link = undefined;
        this.#become(NOTHING_CONTROLLED);
      },
    });
    const opened = await this.#link;
    if (!opened.ok) this.#link = undefined;
    else if (this.#isClosed) opened.value.close();
    return opened;
  }

  #become(state: ControlState): void {
    this.#state = state;
    this.#onChange();
  }
}

const NO_CHANNEL =
  'This tap takes no orders: it is older than this app, or it could not open its channel beside the recording.';

type WithAnswers = <Value>(
  session: string,
  act: (answers: TapAnswers) => Promise<Result<Value>>,
) => Promise<Result<Value>>;

/** The commands on the answers of a tapped session. */
export function answerCommands(withAnswers: WithAnswers): Handlers<typeof ANSWER_COMMANDS> {
  return {
    armAnswers: ({ session, order }) => withAnswers(session, (answers) => answers.arm(order)),
    disarmAnswers: ({ session, orderId }) => withAnswers(session, (answers) => answers.disarm(orderId)),
    readHeldAnswer: ({ session, heldId }) => withAnswers(session, (answers) => answers.textOf(heldId)),
    endHeldAnswer: ({ session, heldId, end }) => withAnswers(session, (answers) => answers.end(heldId, end)),
    letAnswersGo: ({ session }) => withAnswers(session, (answers) => answers.letAllGo()),
  };
}
