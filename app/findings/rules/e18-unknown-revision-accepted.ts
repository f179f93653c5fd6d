import { foreignName } from '../../base/foreign-text.ts';
import { revisionIn } from '../../protocol/meta-keys.ts';
import { readRevision } from '../../protocol/revisions.ts';
import { TRAIT } from '../error-text.ts';
import type { RequestMessage } from '../message.ts';
import type { RuleCheck, Verdict } from '../rule.ts';
import type { SessionView } from '../session-view.ts';

export const rule: RuleCheck = {
  traits: TRAIT.otherRevision,
  request: notOffered,
  firstMessage({ agreement, seq }) {
    const { asked, given } = agreement;
    if (given === asked) return undefined;
    const unknown = readRevision(given) === 'unknown';
    // A client requests its newest revision, so it does not support a newer one.
    const newer = readRevision(asked) !== 'unknown' && given > asked;
    if (!unknown && !newer) return undefined;
    return {
      case: unknown ? 'unknown' : 'newer',
      evidence: [agreement.seq, seq],
      values: { asked, given: unknown ? JSON.stringify(given.slice(0, 40)) : given },
    };
  },
};

/** Since 2026-07-28 each request declares its revision; the two that negotiate one may declare any. */
function notOffered({ method, params, sender, seq }: RequestMessage, view: SessionView): Verdict | undefined {
  const declared = revisionIn(params);
  if (sender !== 'client-to-server' || declared === undefined || ASKING.includes(method)) return undefined;
  const { supportedVersions, negotiated } = view.facts;
  const isListed = supportedVersions.length > 0;
  if (isListed ? supportedVersions.includes(declared) : negotiated === 'unknown') return undefined;
  if (!view.firstTime(`E18 ${declared}`)) return undefined;
  return {
    case: isListed ? 'not-offered' : 'not-agreed',
    seq,
    values: {
      method: foreignName(method),
      declared: JSON.stringify(declared.slice(0, 40)),
      supported: isListed ? supportedVersions.slice(0, 8).map(foreignName).join(', ') : negotiated,
    },
  };
}

const ASKING = ['server/discover', 'initialize'];
