import { isNoise } from '../message.ts';
import { envelopeRule } from '../rule.ts';
import { stderrAdvice } from '../runtime.ts';
import { lineExcerpt } from '../wire-excerpt.ts';

/** Said once for each run of the server, at its first such line: a log writes many. */
export const rule = envelopeRule({
  title: 'Text on stdout that is no message',
  source: 'MCP 2025-11-25, basic/transports.mdx, "stdio": nothing on stdout that is not a valid MCP message',
  severity: 'violation',
  side: 'server',
  subject: 'stdout',
  malformed(line, view) {
    if (line.sender !== 'server-to-client' || !isNoise(line) || view.noise[0] !== line.seq) return undefined;
    return {
      // The list grows with every further line of this run.
      evidence: view.noise,
      explanation:
        'The server writes text to its stdout that is no JSON-RPC message, this line first; some clients skip such lines, others report a broken connection.',
      todo: stderrAdvice(view, line.text),
      before: lineExcerpt(line.text),
    };
  },
});
