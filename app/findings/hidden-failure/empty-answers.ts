import { isJsonObject, type JsonObject, jsonText, writtenOut } from '../../base/json-value.ts';
import type { FailureContext } from './call-arguments.ts';
import { endsThings } from './deed-kind.ts';
import { failed, type HiddenFailure } from './evidence.ts';
import { failureSentence } from './failure-sentence.ts';
import { isFull, isRecord } from './object-shape.ts';
import { isParticiple, isReason, namesDeed, statesDeed, wordedOutcome, wordsOf } from './outcome-words.ts';
import { OBSTACLE } from './undone-words.ts';

const MAX_MEMBERS = 6;
/** Of one thing, which is there or not. */
const GETS_ONE = /^(?:get|fetch|load|read|retrieve|show|view|open|describe)(?![a-z])/i;
const IS_THERE = /^(?:found|exists|available|known)$/i;
/** A code as programs spell it: "CONSENT_MISSING". */
const CODE_NAME = /^(?:\w*_)?(?:code|reason|error|status|result|condition|meaning|disposition)(?:_\w+)?$/i;
const CONSTANT = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const SAYS_NO =
  /\b(?:no|not|missing|unknown|full|denied|refused|rejected|failed|error|err|expired|locked|jam|busy|invalid|unavailable|exceeded|conflict|closed|forbidden|offline|timeout)\b/i;
const WANTED = /(?:^|_)(?:requested|commanded|wanted|asked|target|ordered)(?:_|$)/i;
/** What is empty where all went well. */
const BESIDE =
  /^(?:\w*err\w*|\w*warn\w*|prev\w*|next\w*|old\w*|last\w*|parent\w*|expir\w*|ends?\w*|until|refund|fee|discount|coupon|tags|labels|notes?|comments?|\w*_(?:at|on|by|of))$/i;

/** What an answer that brings nothing says by that: the thing is not there, a code, or a sentence in its place. */
export function failureOfNothing(
  value: JsonObject,
  where: string,
  call: FailureContext,
): HiddenFailure | undefined {
  if (call.purpose === 'check' || call.purpose === 'rewrite' || Object.keys(value).length > MAX_MEMBERS)
    return undefined;
  return (
    byAbsence(value, where, call) ??
    byConstant(value, where, call) ??
    byShortfall(value, where, call) ??
    byProduct(value, where, call)
  );
}

/** `{"id": "L-205", "found": false}`, of a tool that gets one thing. */
function byAbsence(value: JsonObject, where: string, call: FailureContext): HiddenFailure | undefined {
  const name = Object.keys(value).find((one) => IS_THERE.test(one) && value[one] === false);
  if (name === undefined || name === 'available' || !GETS_ONE.test(call.tool) || namesDeed(name, call.tool))
    return undefined;
  const rest = Object.entries(value).filter(
    ([one, member]) => one !== name && isFull(member) && !isEcho(member, call) && !isReason(one),
  );
  return rest.length > 1 ? undefined : failed(`${where}.${name}`, jsonText(value), `${name} is false`);
}

/** `{"code": "CONSENT_MISSING", "content": null}` */
function byConstant(value: JsonObject, where: string, call: FailureContext): HiddenFailure | undefined {
  const name = Object.keys(value).find((one) => {
    const code = value[one];
    return (
      CODE_NAME.test(one) && typeof code === 'string' && CONSTANT.test(code) && SAYS_NO.test(wordsOf(code))
    );
  });
  const code = name === undefined ? '' : writtenOut(value[name]);
  if (name === undefined || call.asked.includes(code) || isRecord({ ...value, [name]: '' })) return undefined;
  const rest = Object.entries(value).filter(
    ([one, member]) =>
      one !== name && isFull(member) && !isEcho(member, call) && !isReason(one) && !CODE_NAME.test(one),
  );
  const empty = Object.values(value).some(isEmpty);
  if (rest.length > 0 || (!empty && !/^err/i.test(name))) return undefined;
  return failed(`${where}.${name}`, jsonText(value), `${name} is "${code}" and nothing is given`);
}

/** `{"dispensed_ml": 0, "requested_ml": 40}`: something was wanted, and nothing of it was done. */
function byShortfall(
  value: JsonObject,
  where: string,
  { purpose, tool }: FailureContext,
): HiddenFailure | undefined {
  if (purpose !== 'action' || endsThings(tool)) return undefined;
  const wanted = Object.entries(value).some(
    ([name, member]) => WANTED.test(name) && typeof member === 'number' && member > 0,
  );
  const name = Object.keys(value).find((one) => {
    const words = wordsOf(one).split(' ');
    return (
      value[one] === 0 &&
      words.some((word) => word === 'actual' || (namesDeed(word, tool) && isParticiple(word)))
    );
  });
  if (name === undefined || !wanted) return undefined;
  return failed(`${where}.${name}`, jsonText(value), `${name} is 0 of what was asked for`);
}

/** `{"receipt": null, "counter": "closed"}`: what an act would bring is not there, and a text stands beside it. */
function byProduct(value: JsonObject, where: string, call: FailureContext): HiddenFailure | undefined {
  const { purpose, tool } = call;
  if (purpose !== 'action' || endsThings(tool)) return undefined;
  const entries = Object.entries(value).filter(([, member]) => !isEcho(member, call));
  const [first] = entries;
  const empty = entries.filter(
    ([name, member]) => isEmpty(member) && (!BESIDE.test(name) || namesDeed(name, tool)) && !isReason(name),
  );
  if (first === undefined || empty.length !== 1 || first[0] !== empty[0]?.[0]) return undefined;
  const texts = entries.filter(([, member]) => typeof member === 'string' && member !== '');
  if (texts.length === 0 || texts.length + 1 < entries.length) return undefined;
  const said = texts.map(([, member]) => String(member)).join('. ');
  if (statesDeed(said, tool) || wordedOutcome(wordsOf(said), tool) === 'good') return undefined;
  const bad =
    OBSTACLE.test(wordsOf(said)) ||
    failureSentence(said) !== undefined ||
    /_(?:JAM|FULL|ERR|BUSY)\b/.test(said);
  return bad
    ? failed(`${where}.${first[0]}`, jsonText(value), `${first[0]} is empty, and a text says why`)
    : undefined;
}

function isEmpty(member: unknown): boolean {
  return member === null || (Array.isArray(member) && member.length === 0);
}

/** What the caller sent comes back, whole or in an object. */
function isEcho(member: unknown, { asked }: FailureContext): boolean {
  if (typeof member === 'string' || typeof member === 'number') return asked.includes(String(member));
  return (
    isJsonObject(member) &&
    Object.values(member).every((one) => typeof one === 'string' && asked.includes(one))
  );
}
