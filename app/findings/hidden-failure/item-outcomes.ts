import { isJsonObject, type JsonObject, jsonText, writtenOut } from '../../base/json-value.ts';
import type { FailureContext } from './call-arguments.ts';
import { failed, type HiddenFailure, partlyFailed } from './evidence.ts';
import { byCounts, countOf, GOOD_COUNTS } from './item-counts.ts';
import { isOnTheWay, isParticiple, isReason, wordedOutcome, wordsOf } from './outcome-words.ts';

const ITEM_LISTS = [
  'results',
  'items',
  'responses',
  'outcomes',
  'steps',
  'stages',
  'operations',
  'entries',
  'data',
  'files',
  'rows',
  'records',
  'quotes',
];

const FAILED_STATUS = /^(error|errored|failed|failure|fail|rejected|invalid)$/i;

type Lists = {
  readonly items: readonly unknown[];
  readonly where: string;
  /** Whether other members count what went well. */
  readonly besideGood?: boolean;
};

/** What a list of outcomes, or counts of them, says of the call; `value` is the whole answer. */
export function outcomeOfItems(
  value: JsonObject | readonly unknown[],
  where: string,
  call: FailureContext,
): HiddenFailure | undefined {
  if (call.purpose === 'check' || call.purpose === 'raw' || call.purpose === 'rewrite') {
    if (call.purpose !== 'rewrite' || isList(value)) return undefined;
  }
  const byNames = isList(value) ? undefined : ofNames(value, where, call);
  if (byNames !== undefined) return byNames;
  const found = listIn(value, where);
  const byItems = found && ofItems(found, call);
  if (byItems !== undefined || isList(value)) return byItems;
  const byParts = ofParts(value, where, call);
  if (byParts !== undefined) return byParts;
  return byCounts(value, where, call);
}

function isList(value: JsonObject | readonly unknown[]): value is readonly unknown[] {
  return Array.isArray(value);
}

function listIn(value: JsonObject | readonly unknown[], where: string): Lists | undefined {
  if (isList(value)) return { items: value, where };
  for (const name of ITEM_LISTS) {
    const member = value[name];
    if (Array.isArray(member)) return { items: member.map(unwrapped), where: `${where}.${name}` };
    if (isJsonObject(member) && isMapOfObjects(member)) {
      return { items: Object.values(member), where: `${where}.${name}` };
    }
  }
  const lists = Object.entries(value).filter(([, member]) => Array.isArray(member) && member.length > 0);
  const [only, another] = lists;
  if (
    only !== undefined &&
    another === undefined &&
    !isOnTheWay(only[0]) &&
    Array.isArray(only[1]) &&
    only[1].every(hasOutcome) &&
    only[1].some(saysHow)
  ) {
    const besideGood = Object.keys(value).some((key) => GOOD_COUNTS.test(key) && countOf(value[key]) > 0);
    return { items: only[1], where: `${where}.${only[0]}`, besideGood };
  }
  return isMapOfObjects(value) ? { items: Object.values(value), where } : undefined;
}

/** An item that says how it went. */
function hasOutcome(item: unknown): boolean {
  return isJsonObject(item) && ['success', 'ok', 'status', 'error'].some((name) => name in item);
}

/** By more than a state, which any thing may have. */
function saysHow(item: unknown): boolean {
  return (
    isJsonObject(item) &&
    ('success' in item || 'ok' in item || Object.keys(item).some((name) => isReason(name)))
  );
}

/** Elasticsearch names the operation around each item: `{index: {…}}`. */
function unwrapped(item: unknown): unknown {
  if (!isJsonObject(item)) return item;
  const [only, ...rest] = Object.values(item);
  return rest.length === 0 && isJsonObject(only) ? only : item;
}

function isMapOfObjects(value: JsonObject): boolean {
  const members = Object.values(value);
  return members.length > 1 && members.every(isJsonObject) && !('error' in value) && !('errors' in value);
}

function ofItems(
  { items, where, besideGood = false }: Lists,
  call: FailureContext,
): HiddenFailure | undefined {
  if (items.length === 0 || !items.every(isJsonObject)) return undefined;
  const bad = items.filter(
    (item) => itemFailed(item, call) || leftOut(item, items) || brokeOff(item, items, call),
  );
  if (bad.length === 0) return undefined;
  const [one] = items;
  const names = isJsonObject(one) ? Object.keys(one) : [];
  const sole =
    items.length === 1 &&
    names.length <= 3 &&
    (names.includes('error') || names.includes('errorCode')) &&
    !names.includes('id');
  if (!sole && !asksForEach(items, where, call)) return undefined;
  const shown = jsonText(bad[0]);
  if (bad.length === items.length && !(items.length === 1 && besideGood)) {
    return failed(
      where,
      shown,
      items.length === 1 ? 'the only item failed' : `all ${items.length} items failed`,
    );
  }
  return partlyFailed(where, shown, `${bad.length} of ${items.length} items failed`);
}

/** A word for each thing that was asked for: `{a: "ok", b: "error: locked"}`. */
function ofNames(value: JsonObject, where: string, { asked }: FailureContext): HiddenFailure | undefined {
  const entries = Object.entries(value);
  if (
    entries.length < 2 ||
    !entries.every(([name, word]) => typeof word === 'string' && asked.includes(name))
  ) {
    return undefined;
  }
  const bad = entries.filter(([, word]) =>
    /^(error|failed|failure|not found|denied|rejected)\b/i.test(String(word)),
  );
  if (bad.length === 0) return undefined;
  const shown = jsonText(value);
  if (bad.length === entries.length) return failed(where, shown, `all ${entries.length} items failed`);
  return partlyFailed(where, shown, `${bad.length} of ${entries.length} items failed`);
}

/** A tool that reports on its work speaks of its own items; one that lists things lists their faults too. */
function asksForEach(
  items: readonly unknown[],
  where: string,
  { tool, purpose, asked }: FailureContext,
): boolean {
  if (asked.hasListOf(items.length)) return true;
  // The rows of a query are what it found.
  if (purpose === 'action' && !/sql|quer|cypher|select/i.test(tool)) return true;
  if (purpose !== 'unknown') return false;
  if (/\.(results|outcomes|responses)$/.test(where)) return true;
  return items.every((item) => isJsonObject(item) && ('success' in item || 'ok' in item));
}

/** `{"posted": false}`, where of others it is true. */
function leftOut(item: JsonObject, items: readonly JsonObject[]): boolean {
  return Object.entries(item).some(
    ([name, member]) =>
      member === false &&
      isParticiple(name) &&
      items.some((other) => other[name] === true) &&
      Object.keys(item).some(isReason),
  );
}

/** A step whose state is a sentence about what went wrong, among others that are done. */
function brokeOff(
  item: JsonObject,
  items: readonly JsonObject[],
  { purpose, tool }: FailureContext,
): boolean {
  if (purpose !== 'action') return false;
  const name = ['state', 'status', 'result', 'outcome', 'res'].find((one) => typeof item[one] === 'string');
  if (name === undefined || wordedOutcome(wordsOf(writtenOut(item[name])), tool) !== 'bad') return false;
  return items.some((other) => /^(?:done|ok|success|completed?|changed|created)$/i.test(String(other[name])));
}

function itemFailed(item: JsonObject, { purpose }: FailureContext): boolean {
  if (item.success === false || item.ok === false || item.isError === true) return true;
  const { error, status, errorCode, message } = item;
  if (typeof errorCode === 'string' && typeof message === 'string') return true;
  if (typeof error === 'string' ? error.trim() !== '' : isJsonObject(error)) return true;
  const outcome = status ?? item.result ?? item.outcome;
  if (typeof outcome === 'string') return FAILED_STATUS.test(outcome);
  return typeof status === 'number' && status >= 400 && status < 600 && purpose === 'action';
}

/** A part that went wrong among parts that are `ok`: `{dns: "ok", tls: "rate limited"}`. */
function ofParts(
  value: JsonObject,
  where: string,
  { purpose, tool }: FailureContext,
): HiddenFailure | undefined {
  const texts = Object.entries(value).filter(([, member]) => typeof member === 'string');
  if (purpose !== 'action' || texts.length < 3) return undefined;
  const good = texts.filter(([, word]) => /^(?:ok|okay|done|success|created|ready)$/i.test(String(word)));
  const bad = texts.filter(([, word]) => wordedOutcome(wordsOf(String(word)), tool) === 'bad');
  const [first] = bad;
  if (first === undefined || good.length < 2 || good.length + bad.length < texts.length) return undefined;
  return partlyFailed(`${where}.${first[0]}`, jsonText(value), `${first[0]} is "${String(first[1])}"`);
}
