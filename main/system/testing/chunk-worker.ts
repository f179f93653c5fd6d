import { Credit, serveOwner, transferring } from '../worker-channel.ts';

/** The functions of the test worker. */
export type ChunkWorker = typeof functions;

/** The functions of its owner. */
export type NumberTaker = { take(numbers: Float64Array<ArrayBuffer>): Promise<void> | void };

const functions = {
  double: (number: number) => 2 * number,
  fail: (message: string): never => {
    throw new Error(message);
  },
  crash: (): void => {
    setImmediate(() => {
      throw new Error('out of cheese');
    });
  },
  leave: (): void => process.exit(0),
  /** Sends this many chunks, `ahead` of which may be unanswered; returns how many bytes of the last it kept. */
  send: async (chunks: number, ahead: number): Promise<number> => {
    const credit = new Credit(ahead);
    let kept = 0;
    for (let number = 1; number <= chunks; number += 1) {
      const numbers = Float64Array.from([number]);
      await credit.spend(owner.take(transferring(numbers, [numbers.buffer])));
      kept = numbers.byteLength;
    }
    await credit.settled();
    return kept;
  },
};

const owner = serveOwner<NumberTaker, ChunkWorker>(functions);
