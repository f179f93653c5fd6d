import type { ErrorTier } from '../../frame/tier.ts';
import { LAST_INITIALIZE } from '../../protocol/revisions.ts';

/** What of an error reaches the model, and what says so. Without a host, that is the specification. */
export type Reaches = {
  readonly host: string | null;
  readonly version: string | null;
  readonly parts: readonly string[] | null;
  readonly source: string;
  /** The day of the source; that of the specification is its revision. */
  readonly asOf: string;
};

const SPECIFIED: { readonly [Tier in ErrorTier]: string } = {
  tool: 'MCP 2025-11-25, server/tools, "Error Handling": clients SHOULD give tool execution errors to the model.',
  protocol: 'MCP 2025-11-25, server/tools, "Error Handling": clients MAY give protocol errors to the model.',
  client: 'MCP 2025-11-25 says nothing of it: what the model gets is up to the host.',
  transport: 'MCP 2025-11-25 says nothing of it: what the model gets is up to the host.',
};

/** What the specification says about an error of this tier. */
export function reachesBySpecification(tier: ErrorTier): Reaches {
  return { host: null, version: null, parts: null, source: SPECIFIED[tier], asOf: LAST_INITIALIZE };
}
