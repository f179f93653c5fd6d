import { isJsonObject } from '../../base/json-value.ts';
import { isDeclared } from '../../protocol/client-capabilities.ts';
import { callWithId } from '../call-name.ts';
import { envelopeRule } from '../rule.ts';

export const rule = envelopeRule({
  title: 'Progress that does not increase, or is of no request',
  source:
    'MCP 2025-11-25, basic/utilities/progress.mdx: the progress value MUST increase with each notification; notifications MUST only reference tokens of requests that are in progress',
  severity: 'violation',
  methods: ['notifications/progress'],
  notification({ params, sender, seq, exchange, several }, view) {
    if (sender !== 'server-to-client' || several || !isJsonObject(params)) return undefined;
    const { progressToken: token, progress } = params;
    if (typeof progress !== 'number') return undefined;
    if (exchange === undefined) {
      if (typeof token !== 'string' && typeof token !== 'number') return undefined;
      const shown = JSON.stringify(token).slice(0, 60);
      // A task reports on after the answer that created it (2025-11-25, basic/utilities/tasks.mdx).
      const { serverCapabilities } = view.facts.peers;
      const hasTasks = [['tasks'], ['extensions']].some((path) => isDeclared(serverCapabilities, path));
      if (hasTasks || !view.facts.complete || !view.firstTime('E20 of none')) return undefined;
      return {
        // The answer and this line may have been written by two threads.
        certainty: 'likely',
        explanation: `The server reports progress under the token ${shown}, and no request in progress has given it.`,
        todo: 'The server must report progress only under the token of a request, and stop when it is answered.',
      };
    }
    const last = view.progress.get(exchange);
    if (last === undefined || progress > last.progress) return undefined;
    return {
      evidence: [exchange.requestSeq, last.seq, seq],
      explanation: `The progress of ${callWithId(exchange)} is ${progress} after it was ${last.progress}, so a client cannot say how far it is.`,
      todo: 'The server must report a greater progress each time, also if the total is unknown.',
    };
  },
});
