import { readRevision } from '../../protocol/revisions.ts';
import { envelopeRule } from '../rule.ts';

export const rule = envelopeRule({
  title: 'The client goes on with a revision that it cannot know',
  source: 'MCP 2025-11-25, basic/lifecycle.mdx, "Version Negotiation": the client SHOULD disconnect',
  severity: 'advice',
  binding: 'SHOULD',
  side: 'client',
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
});
