import { readRevision } from '../../protocol/revisions.ts';
import type { Rule } from '../rule.ts';

export const unknownRevisionAccepted: Rule = {
  id: 'E18',
  name: 'unknown-revision-accepted',
  title: 'The client goes on with a revision that it cannot know',
  source: 'MCP 2025-11-25, basic/lifecycle.mdx, "Version Negotiation": the client SHOULD disconnect',
  severity: 'advice',
  side: 'client',
  checks: {
    firstMessage({ agreement, seq }) {
      const { asked, given } = agreement;
      if (given === asked) return undefined;
      const unknown = readRevision(given) === 'unknown';
      // A client asks for the newest revision that it knows: a newer one is none of its own.
      const newer = readRevision(asked) !== 'unknown' && given > asked;
      if (!unknown && !newer) return undefined;
      return {
        evidence: [agreement.seq, seq],
        explanation: unknown
          ? `The server answered initialize with the revision ${JSON.stringify(given.slice(0, 40))}, which does not exist, and the client went on with it.`
          : `The client asked for ${asked}, the server answered with the newer ${given}, and the client went on with it.`,
        todo: `The client should disconnect and name the revision if it does not speak ${unknown ? 'it' : given}.`,
        certainty: unknown ? 'certain' : 'likely',
      };
    },
  },
};
