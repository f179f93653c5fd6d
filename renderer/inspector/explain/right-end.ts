import type { Finding } from '../../../app/findings/finding.ts';
import type { Repair } from '../../../app/findings/repair.ts';
import type { Row } from '../../../app/frame/row.ts';

/** How a call should have ended, for a test that asserts it. */
export type RightEnd =
  | { readonly kind: 'ok' }
  | { readonly kind: 'tool-error' }
  /** A JSON-RPC error; `code` is null if any code will do. */
  | { readonly kind: 'protocol-error'; readonly code: number | null }
  /** Any result at all, before the client gives up. */
  | { readonly kind: 'any-answer' };

/** The right end of an exchange: what a rule asks for, else what happened, else that an answer comes. */
export function rightEnd(settling: Row, findings: readonly Finding[]): RightEnd {
  for (const { severity, repair } of findings) {
    const end = severity === 'info' || repair === undefined ? undefined : endBy(repair);
    if (end !== undefined) return end;
  }
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

/** Undefined for a repair that leaves the tier and the code as they are. */
function endBy(repair: Repair): RightEnd | undefined {
  switch (repair.kind) {
    case 'tool-error':
      return { kind: 'tool-error' };
    case 'protocol-error':
      return { kind: 'protocol-error', code: repair.code };
    case 'result':
      return { kind: repair.result.isError === true ? 'tool-error' : 'ok' };
    case 'members':
      for (const { path, value } of repair.changes) {
        if (path.length === 1 && path[0] === 'isError' && value === true) return { kind: 'tool-error' };
        if (path.length === 1 && path[0] === 'code' && typeof value === 'number')
          return { kind: 'protocol-error', code: value };
      }
      return undefined;
    default:
      return undefined;
  }
}

function integer(text: string): number | null {
  return /^-?\d+$/.test(text) ? Number(text) : null;
}
