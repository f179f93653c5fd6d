import { isOpen, type Outcome } from '../frame/outcome.ts';
import type { Row, RowPatch } from '../frame/row.ts';
import type { Tier } from '../frame/tier.ts';
import type { Exchange } from './exchange.ts';

/** What a row shows of how things went. */
export type Face = { readonly tier: Tier; readonly outcome: Outcome | ''; readonly pair: number };

/** A row that several messages share: a batch (JSON-RPC 2.0 §6). */
export type SharedRow = {
  /** The faces of the parts that are no requests. */
  readonly settled: readonly Face[];
  readonly exchanges: readonly Readonly<Exchange>[];
};

const SEVERITY: readonly Tier[] = ['transport', 'client', 'protocol', 'tool', 'ok'];

/** What the request's row shows: an answered exchange has its tier on the answer. */
export function requestFace(exchange: Readonly<Exchange>): Face {
  const { outcome, answerSeq, tier } = exchange;
  return { outcome, pair: answerSeq, tier: answerSeq > 0 ? 'ok' : tier };
}

/** A shared row shows its worst part; among calm parts, one that still waits. */
export function sharedFace(shared: SharedRow): RowPatch {
  const faces = [...shared.settled, ...shared.exchanges.map(requestFace)];
  const { tier, outcome, pair } = worst(faces) ?? { tier: 'ok', outcome: '', pair: 0 };
  return { tier, outcome, pair };
}

/** The row of a batch: that of its worst part, named as a batch. */
export function batchRow(row: Row, parts: readonly Row[]): Row {
  const lead = worst(parts) ?? row;
  const text = `batch of ${parts.length}`;
  return { ...lead, shape: 'batch', text: lead.text === '' ? text : `${text}: ${lead.text}` };
}

function worst<Part extends Face>(parts: readonly Part[]): Part | undefined {
  const tier = SEVERITY.find((candidate) => parts.some((part) => part.tier === candidate));
  const equals = parts.filter((part) => part.tier === tier);
  return equals.find((part) => isOpen(part.outcome)) ?? equals[0];
}
