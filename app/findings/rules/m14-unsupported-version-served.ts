import { stringAt } from '../../base/json-value.ts';
import { revisionIn } from '../../protocol/meta-keys.ts';
import { FIRST_STATELESS, readRevision } from '../../protocol/revisions.ts';
import { TRAIT } from '../error-text.ts';
import type { ResultAnswer } from '../message.ts';
import { asError, changed } from '../repair.ts';
import type { RuleCheck, Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';

/** A revision may be newer than this program, but none is published years ahead. */
const YEARS_AHEAD = 2;

export const rule: RuleCheck = {
  reaction: true,
  traits: TRAIT.oddRevision,
  result(answer, view) {
    if (answer.sender !== 'server-to-client') return undefined;
    if (answer.method === 'initialize') return echoed(answer, view);
    if (answer.exchange?.declared !== 'unknown' || !view.facts.serverStateless) return undefined;
    // Clients use server/discover to learn the versions, so its answer is valid.
    if (answer.method === 'server/discover') return undefined;
    return served(answer, view);
  },
};

function echoed(answer: ResultAnswer, view: SessionView): Verdict | undefined {
  const asked = stringAt(answer.params, 'protocolVersion');
  if (asked === undefined || asked !== answer.result.protocolVersion || readRevision(asked) !== 'unknown')
    return undefined;
  const [own] = view.facts.supportedVersions;
  return {
    ...doubt(asked),
    case: 'agreed',
    values: { asked: JSON.stringify(asked.slice(0, 40)) },
    ...(own === undefined ? {} : { after: changed({ protocolVersion: own }) }),
  };
}

function served(answer: ResultAnswer, view: SessionView): Verdict | undefined {
  const requested = revisionIn(answer.params) ?? '';
  const supported = view.facts.supportedVersions;
  if (supported.includes(requested)) return undefined;
  return {
    ...doubt(requested),
    case: 'served',
    values: { requested: JSON.stringify(requested.slice(0, 40)), method: answer.method.slice(0, 80) },
    ...(supported.length === 0
      ? {}
      : { after: asError(-32022, 'Unsupported protocol version', { supported, requested }) }),
  };
}

function doubt(version: string): Pick<Verdict, 'certainty'> {
  const year = /^(\d{4})-\d{2}-\d{2}$/.exec(version)?.[1];
  const near = year !== undefined && Number(year) <= Number(FIRST_STATELESS.slice(0, 4)) + YEARS_AHEAD;
  return near && version > FIRST_STATELESS ? { certainty: 'likely' } : {};
}
