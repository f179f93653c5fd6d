import { stringAt } from '../../base/json-value.ts';
import { PROTOCOL_VERSION_KEY } from '../../protocol/meta-keys.ts';
import { FIRST_STATELESS, readRevision } from '../../protocol/revisions.ts';
import { metaOf } from '../../session/session-facts.ts';
import { TRAIT } from '../error-text.ts';
import type { ResultAnswer } from '../message.ts';
import { asError, changed } from '../repair.ts';
import { revisionRule, type Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';

/** A revision may be published after this version of the program was; none is published years ahead. */
const YEARS_AHEAD = 2;

export const rule = revisionRule({
  title: 'A revision that does not exist was served as if it did',
  source:
    'MCP 2025-11-25, basic/lifecycle.mdx, "Version Negotiation"; 2026-07-28, basic/versioning.mdx: -32022',
  severity: 'violation',
  reaction: true,
  traits: TRAIT.oddRevision,
  result(answer, view) {
    if (answer.sender !== 'server-to-client') return undefined;
    if (answer.method === 'initialize') return echoed(answer, view);
    if (answer.exchange?.declared !== 'unknown' || !view.facts.serverStateless) return undefined;
    // server/discover is how a client learns the versions: its answer is one of them.
    if (answer.method === 'server/discover') return undefined;
    return served(answer, view);
  },
});

function echoed(answer: ResultAnswer, view: SessionView): Verdict | undefined {
  const asked = stringAt(answer.params, 'protocolVersion');
  if (asked === undefined || asked !== answer.result.protocolVersion || readRevision(asked) !== 'unknown')
    return undefined;
  const [own] = view.facts.supportedVersions;
  return {
    ...doubt(asked),
    explanation: `The client asked for the revision ${JSON.stringify(asked.slice(0, 40))}, which does not exist, and the server agreed to it, so nobody knows which rules hold.`,
    todo: 'The server must answer with a revision that it speaks, its newest if it does not know the one that was asked for.',
    ...(own === undefined ? {} : { after: changed({ protocolVersion: own }) }),
  };
}

function served(answer: ResultAnswer, view: SessionView): Verdict | undefined {
  const requested = stringAt(metaOf(answer.params), PROTOCOL_VERSION_KEY) ?? '';
  const supported = view.facts.supportedVersions;
  if (supported.includes(requested)) return undefined;
  return {
    ...doubt(requested),
    explanation: `The request names the revision ${JSON.stringify(requested.slice(0, 40))}, which does not exist, and the server served ${answer.method.slice(0, 80)} as if it spoke it.`,
    todo: 'The server must answer -32022 with the versions that it supports and the one that was requested.',
    sdks: ['typescript-sdk-v2'],
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
