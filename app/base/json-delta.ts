import { isJsonObject } from './json-value.ts';

/** How one JSON value became another: replaced as a whole, or changed in single members or items. */
export type JsonDelta =
  | { readonly kind: 'value'; readonly value: unknown }
  | {
      readonly kind: 'members';
      readonly gone: readonly string[];
      readonly changed: readonly (readonly [name: string, delta: JsonDelta])[];
    }
  | {
      readonly kind: 'items';
      /** The indexes of the removed items, ascending. */
      readonly gone: readonly number[];
      readonly added: readonly unknown[];
    };

/**
 * The delta that turns `before` into `after`; undefined if they are equal. Objects are compared member by member down
 * to `levels`, lists item by item; deeper values are equal only if they are the same object. The cost grows with the
 * number of members and items, never with their contents. An undefined member counts as absent.
 */
export function jsonDelta(before: unknown, after: unknown, levels: number): JsonDelta | undefined {
  if (before === after) return undefined;
  if (levels > 0 && Array.isArray(before) && Array.isArray(after)) return itemsDelta(before, after);
  if (levels > 0 && isJsonObject(before) && isJsonObject(after)) {
    const gone = Object.keys(before).filter(
      (name) => before[name] !== undefined && (!Object.hasOwn(after, name) || after[name] === undefined),
    );
    const changed = Object.entries(after).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const delta = jsonDelta(Object.hasOwn(before, name) ? before[name] : undefined, value, levels - 1);
      return delta === undefined ? [] : [[name, delta] as const];
    });
    return gone.length + changed.length === 0 ? undefined : { kind: 'members', gone, changed };
  }
  return { kind: 'value', value: after };
}

/** Lists grow at the end and lose items anywhere: an inserted item, and every item after it, counts as new. */
function itemsDelta(before: readonly unknown[], after: readonly unknown[]): JsonDelta | undefined {
  const gone: number[] = [];
  let kept = 0;
  before.forEach((item, index) => {
    if (kept < after.length && item === after[kept]) kept += 1;
    else gone.push(index);
  });
  if (gone.length === 0 && kept === after.length) return undefined;
  return kept === 0 ? { kind: 'value', value: after } : { kind: 'items', gone, added: after.slice(kept) };
}

/** Applies a delta from {@link jsonDelta}; `before` is not modified. */
export function withDelta(before: unknown, delta: JsonDelta): unknown {
  switch (delta.kind) {
    case 'value':
      return delta.value;
    case 'members': {
      const members = new Map(isJsonObject(before) ? Object.entries(before) : []);
      for (const name of delta.gone) members.delete(name);
      for (const [name, change] of delta.changed) members.set(name, withDelta(members.get(name), change));
      return Object.fromEntries(members);
    }
    case 'items': {
      const gone = new Set(delta.gone);
      const items: readonly unknown[] = Array.isArray(before) ? before : [];
      return [...items.filter((_item, index) => !gone.has(index)), ...delta.added];
    }
  }
}

/** Copies objects and lists down to `levels` for a later {@link jsonDelta}, since their owner may change them. */
export function deltaBase(value: unknown, levels: number): unknown {
  if (levels === 0) return value;
  // List items are compared by identity.
  if (Array.isArray(value)) return [...value];
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, deltaBase(member, levels - 1)]),
  );
}
