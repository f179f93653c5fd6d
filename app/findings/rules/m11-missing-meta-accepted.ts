import { eraOf } from '../../protocol/revisions.ts';
import { statelessOrUnknown } from '../finding.ts';
import type { Rule } from '../rule.ts';
import { wireExcerpt } from '../wire-excerpt.ts';

/** A probe asks for this; passive traffic shows it if a client forgot the member. */
export const missingMetaAccepted: Rule = {
  id: 'M11',
  name: 'missing-meta-accepted',
  title: 'A request without its protocol version was served',
  source: 'MCP 2026-07-28, basic/index.mdx:380-382',
  severity: statelessOrUnknown('violation'),
  reaction: true,
  needsProbe: true,
  checks: {
    result(answer, view) {
      const { exchange } = answer;
      if (exchange?.sender !== 'client-to-server' || exchange.declared !== undefined) return undefined;
      if (
        !view.facts.serverStateless ||
        view.facts.negotiated !== 'unknown' ||
        view.facts.supportedVersions.length === 0
      )
        return undefined;
      // A server that also speaks an earlier revision may serve a request without an envelope.
      if (view.facts.supportedVersions.some((version) => eraOf(version) === 'initialize')) return undefined;
      return {
        explanation: `The server speaks only revisions in which every request names its version, and it served ${exchange.method.slice(0, 80)} without one.`,
        todo: 'It must answer -32602; the client must put protocolVersion and clientCapabilities into _meta.',
        after: wireExcerpt({
          error: { code: -32602, message: '_meta["io.modelcontextprotocol/protocolVersion"] is missing' },
        }),
      };
    },
  },
};
