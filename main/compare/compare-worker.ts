import { parentPort } from 'node:worker_threads';
import { HeldComparison } from '../../app/compare/held-comparison.ts';
import { ReportWatcher } from '../../app/report/report-watcher.ts';
import { type AnswerMessage, carryOutOrder, type OrderMessage } from './compare-message.ts';

const port = parentPort;
if (port === null) throw new Error('compare-worker.js runs as a worker thread only');
const held = new HeldComparison(() => new ReportWatcher());
port.on('message', ({ job, order }: OrderMessage) => {
  const message: AnswerMessage = { job, answer: carryOutOrder(held, order) };
  port.postMessage(message);
});
