import type { Rule } from '../rule.ts';
import { errorWith } from '../wire-excerpt.ts';

/** Clients raise these two by themselves; a server that sends them makes its answer look like a lost one. */
export const clientLocalCode: Rule = {
  id: 'C09',
  name: 'client-local-code',
  title: 'A code that belongs inside a client was seen on the wire',
  source:
    'MCP 2026-07-28, basic/index.mdx:146-151; seen in the Ruby SDK (-32001) and the Python SDK 2 (-32000)',
  severity: 'violation',
  codes: [-32000, -32001],
  checks: {
    error(answer) {
      if (answer.sender !== 'server-to-client') return undefined;
      const { code, text } = answer;
      const closed = code === -32000 && /connection closed/i.test(text);
      const timedOut = code === -32001 && /timed? ?out/i.test(text);
      if (!closed && !timedOut) return undefined;
      const what = closed ? 'a closed connection' : 'a time-out';
      return {
        explanation: `This error came from the server, although clients raise ${code} by themselves for ${what}.`,
        todo: 'The server must send another code, so that its answer is not mistaken for no answer.',
        after: errorWith(answer, { code: -32603 }),
      };
    },
  },
};
