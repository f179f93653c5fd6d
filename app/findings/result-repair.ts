import { isJsonObject, type JsonObject } from '../base/json-value.ts';
import type { ResultFault } from '../protocol/result-fault.ts';
import type { ResultShape } from '../protocol/result-shapes.ts';

/** Stands for a value that only an invention could put right. */
const UNKNOWN = Symbol('unknown');

/** The result as it should have been, made from its own values; undefined if one had to be invented. */
export function repairedResult(result: unknown, fault: ResultFault): JsonObject | undefined {
  const repaired = repairedAt(result, fault.path, fault);
  return isJsonObject(repaired) ? repaired : undefined;
}

function repairedAt(value: unknown, path: ResultFault['path'], fault: ResultFault): unknown {
  const [step, ...below] = path;
  if (step === undefined) return repaired(value, fault);
  if (typeof step === 'number') {
    if (!Array.isArray(value)) return UNKNOWN;
    const item = repairedAt(value[step], below, fault);
    return item === UNKNOWN ? UNKNOWN : value.with(step, item);
  }
  if (!isJsonObject(value)) return UNKNOWN;
  const member = repairedAt(value[step], below, fault);
  if (member === UNKNOWN) return UNKNOWN;
  const { [step]: _wrong, ...others } = value;
  return member === undefined ? others : { ...value, [step]: member };
}

function repaired(value: unknown, { kind, wanted, optional }: ResultFault): unknown {
  if (kind === 'extra' || (optional && value === null)) return undefined;
  if (kind === 'absent') return isList(wanted) && optionalList(wanted) ? [] : UNKNOWN;
  if (kind !== 'wrong' || wanted === undefined) return UNKNOWN;
  if (wanted === 'flag') return flagOf(value);
  if (wanted === 'text') return typeof value === 'number' ? String(value) : UNKNOWN;
  if (isBlock(wanted) && typeof value === 'string') return textBlock(value);
  if (!isList(wanted) || value === null || Array.isArray(value)) return UNKNOWN;
  if (isBlock(wanted.of) && typeof value === 'string') return [textBlock(value)];
  return isJsonObject(value) || wanted.of === typeOf(value) ? [value] : UNKNOWN;
}

function isList(shape: ResultShape | undefined): shape is Extract<ResultShape, { kind: 'list' }> {
  return typeof shape === 'object' && shape.kind === 'list';
}

function isBlock(shape: ResultShape): boolean {
  return typeof shape === 'object' && shape.kind === 'block';
}

/** An empty list invents nothing if it is the content that a client would take it for. */
function optionalList({ of }: Extract<ResultShape, { kind: 'list' }>): boolean {
  return isBlock(of);
}

function typeOf(value: unknown): 'text' | undefined {
  return typeof value === 'string' ? 'text' : undefined;
}

function textBlock(text: string): JsonObject {
  return { type: 'text', text };
}

function flagOf(value: unknown): unknown {
  if (value === 'true' || value === 1) return true;
  return value === 'false' || value === 0 ? false : UNKNOWN;
}
