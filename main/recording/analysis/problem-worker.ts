import type { KnownCodes } from '../../../app/report/report-options.ts';
import { serveOwner } from '../../system/worker-channel.ts';
import { type Earlier, ProblemKeeper, type RecordedProblems } from './problem-keeper.ts';

// Runs as a worker thread: holds the problems of the sessions that are looked at.

/** What the worker does. */
export type ProblemWorker = typeof functions;

const keeper = new ProblemKeeper();
const functions = {
  read: (recorded: RecordedProblems, earlier: Earlier, codes: KnownCodes) =>
    keeper.read(recorded, earlier, codes),
  rows: (recorded: RecordedProblems, problem: string) => keeper.rows(recorded, problem),
  at: (recorded: RecordedProblems, seq: number) => keeper.at(recorded, seq),
};

serveOwner<object, ProblemWorker>(functions);
