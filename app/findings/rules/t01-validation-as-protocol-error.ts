import { TextMemo } from '../../base/text-memo.ts';
import { detailIn, TRAIT } from '../error-text.ts';
import { AS_TOOL_ERROR } from '../repair.ts';
import type { RuleCheck, Verdict } from '../rule.ts';
import { rejectedArguments, wellFormedCall } from '../tool-call.ts';

/** SEP-1303: since 2025-11-25, invalid arguments are reported in a result, which clients should pass to the model. */
export const rule: RuleCheck = {
  reaction: true,
  methods: ['tools/call'],
  traits: TRAIT.rejects,
  error(answer, view) {
    const call = wellFormedCall(answer);
    const rejection = call && rejectedArguments(answer, call, view);
    if (call === undefined || rejection === undefined) return undefined;
    const name = call.name.slice(0, 100);
    const { misfit, isLikely } = rejection;
    const isOfSdk = misfit !== undefined || OF_SDK.test(`${answer.text} ${detailIn(answer.error.data)}`);
    if (misfit === undefined) {
      const verdict = (isOfSdk ? rejectedBySdk : rejected).of(name);
      return isLikely ? { ...verdict, case: 'rejected.unlisted' } : verdict;
    }
    return {
      case: 'misfit',
      values: () => ({ tool: JSON.stringify(name), misfit }),
      after: AS_TOOL_ERROR,
      sdks: VALIDATING,
    };
  },
};

/** SDKs that check the arguments before the tool's author sees them. */
const VALIDATING = ['hermes', 'anubis', 'php-sdk', 'fastmcp-typescript'];
/** The wording of their validators, which differs from that of tool authors. */
const OF_SDK =
  /validation failed|(^|\s|; )[\w.[\]]+: (is required, expected|expected (type|one) of|should be (greater|less|equal)|$)/i;

/** Failing servers fail repeatedly, so one verdict serves all their findings. */
const rejected = memo([]);
const rejectedBySdk = memo(VALIDATING);

function memo(sdks: readonly string[]): TextMemo<Verdict> {
  return new TextMemo((name) => ({
    case: 'rejected',
    values: () => ({ tool: JSON.stringify(name) }),
    after: AS_TOOL_ERROR,
    sdks,
  }));
}
