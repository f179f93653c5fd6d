import { errorTextOf } from '../error-text.ts';
import type { ErrorAnswer, ToolAnswer } from '../message.ts';
import { rejectedArguments } from '../rejected-arguments.ts';
import { changed, withText } from '../repair.ts';
import { qualityRule, type Verdict } from '../rule.ts';
import { wellFormedCall } from '../tool-call.ts';
import { TRAIT } from '../trait.ts';
import { issueLines, type ValidatorDump, validatorDump } from '../validator-dump.ts';

/** SDKs that pass on what pydantic writes. */
const PYDANTIC_SDKS = ['python-sdk-v1', 'python-sdk-v2', 'fastmcp-python'];

export const rule = qualityRule({
  title: "A validator's raw output",
  source: 'seen in the TypeScript SDK 1 (zod issues as JSON) and the Python SDK (pydantic)',
  severity: 'advice',
  traits: TRAIT.dump,
  toolError(answer) {
    const dump = validatorDump(errorTextOf(answer));
    if (dump === null) return undefined;
    return forModel(dump, sdksOf(answer, dump));
  },
  error(answer, view) {
    const dump = validatorDump(errorTextOf(answer));
    if (dump === null) return undefined;
    const call = wellFormedCall(answer);
    // What was refused is not the call: in other words it would read as if it were.
    const isOther = call !== undefined && rejectedArguments(answer, call, view) === undefined;
    const verdict = forUsers(dump, sdksOf(answer, dump));
    return isOther ? { ...verdict, after: '' } : verdict;
  },
});

type Author = Pick<Verdict, 'sdks' | 'side'>;

function forModel(dump: ValidatorDump, { sdks, side }: Author): Verdict {
  return {
    explanation: () =>
      `The text is the raw output of ${dump.validator}, which costs a model that reads it many tokens for ${facts(dump)}.`,
    todo: 'The server should write one line for each argument that is wrong.',
    after: dump.issues.length === 0 ? '' : () => withText(issueLines(dump.issues)),
    sdks,
    side,
  };
}

function forUsers(dump: ValidatorDump, { sdks, side }: Author): Verdict {
  return {
    explanation: () =>
      `The message is the raw output of ${dump.validator}, which hosts show to their users as it is, for ${facts(dump)}.`,
    todo: 'The server should write one short sentence and put the issues into data.',
    after: dump.issues.length === 0 ? '' : changed({ message: issueLines(dump.issues) }),
    sdks,
    side,
  };
}

function facts({ issues }: ValidatorDump): string {
  const [first] = issues;
  if (first === undefined) return 'a small fact';
  const shown = JSON.stringify(issueLines([first]));
  return issues.length === 1 ? `one fact: ${shown}` : `${issues.length} facts, the first of them ${shown}`;
}

/** Which arguments a tool refuses, its author may have written; what a request must be, only an SDK checks so. */
function sdksOf(answer: ErrorAnswer | ToolAnswer, { validator }: ValidatorDump): Author {
  if (validator === 'pydantic') return { sdks: PYDANTIC_SDKS };
  const isOfAuthor = answer.method === 'tools/call' && wellFormedCall(answer) !== undefined;
  return isOfAuthor ? {} : { side: 'sdk' };
}
