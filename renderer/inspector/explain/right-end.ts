import type { Finding } from '../../../app/findings/finding.ts';
import type { Row } from '../../../app/frame/row.ts';

/** How a call should have ended, for a test that asserts it. */
export type RightEnd =
  | { readonly kind: 'ok' }
  | { readonly kind: 'tool-error' }
  /** A JSON-RPC error; `code` is null if any code will do. */
  | { readonly kind: 'protocol-error'; readonly code: number | null }
  /** Any result at all, before the client gives up. */
  | { readonly kind: 'any-answer' };

/** The rules that require another tier or code; the `after` of their findings shows the right answer. */
const MOVES_TIER = ['T01', 'T02', 'T03', 'T04', 'T05', 'T06', 'Q10', 'C01', 'C12'];

/** The right end of an exchange: what a rule asks for, else what happened, else that an answer comes. */
export function rightEnd(settling: Row, findings: readonly Finding[]): RightEnd {
  const moving = findings.find(({ rule }) => MOVES_TIER.includes(rule));
  if (moving !== undefined) return endIn(moving.after);
  switch (settling.tier) {
    case 'ok':
      if (settling.shape === 'error') return { kind: 'protocol-error', code: integer(settling.code) };
      return { kind: 'ok' };
    case 'tool':
      return { kind: 'tool-error' };
    case 'protocol':
      return { kind: 'protocol-error', code: integer(settling.code) };
    case 'client':
    case 'transport':
      return { kind: 'any-answer' };
  }
}

function endIn(after: string): RightEnd {
  if (!after.startsWith('{"error"')) return { kind: 'tool-error' };
  return { kind: 'protocol-error', code: integer(/"code":(-?\d+)/.exec(after)?.[1] ?? '') };
}

function integer(text: string): number | null {
  return /^-?\d+$/.test(text) ? Number(text) : null;
}
