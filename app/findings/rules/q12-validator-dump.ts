import { isJsonObject, parseJson, writtenOut } from '../../base/json-value.ts';
import { aboutText, errorTextOf, TRAIT } from '../error-text.ts';
import type { ErrorAnswer, ToolAnswer } from '../message.ts';
import { changed, withText } from '../repair.ts';
import type { RuleCheck, Verdict } from '../rule.ts';
import { rejectedArguments, wellFormedCall } from '../tool-call.ts';

/** SDKs that pass on pydantic's output. */
const PYDANTIC_SDKS = ['python-sdk-v1', 'python-sdk-v2', 'fastmcp-python'];

export const rule: RuleCheck = {
  traits: TRAIT.dump,
  toolError(answer) {
    const dump = validatorDump(errorTextOf(answer));
    if (dump === null) return undefined;
    return verdict('model', dump, sdksOf(answer, dump));
  },
  error(answer, view) {
    const dump = validatorDump(errorTextOf(answer));
    if (dump === null) return undefined;
    const call = wellFormedCall(answer);
    // Something other than the call was rejected: a reworded text would blame the call.
    const isOther = call !== undefined && rejectedArguments(answer, call, view) === undefined;
    const found = verdict('users', dump, sdksOf(answer, dump));
    return isOther ? { ...found, after: '' } : found;
  },
};

type Author = Pick<Verdict, 'sdks' | 'side'>;

function verdict(reader: 'model' | 'users', dump: ValidatorDump, author: Author): Verdict {
  const { validator, issues } = dump;
  const [first] = issues;
  if (first === undefined) return { case: reader, values: { validator }, after: '', ...author };
  return {
    case: issues.length === 1 ? `${reader}.one` : `${reader}.several`,
    values: () => ({ validator, count: issues.length, first: JSON.stringify(issueLines([first])) }),
    after: () =>
      reader === 'model' ? withText(issueLines(issues)) : changed({ message: issueLines(issues) }),
    ...author,
  };
}

/** A tool's author may have written the argument check; only an SDK validates the request itself. */
function sdksOf(answer: ErrorAnswer | ToolAnswer, { validator }: ValidatorDump): Author {
  if (validator === 'pydantic') return { sdks: PYDANTIC_SDKS };
  const isOfAuthor = answer.method === 'tools/call' && wellFormedCall(answer) !== undefined;
  return isOfAuthor ? {} : { side: 'sdk' };
}

/** One fault that a validator found: its place and message. */
type Issue = { readonly place: string; readonly message: string };

/** A validator's raw output, and which validator wrote it. */
type ValidatorDump = { readonly validator: 'zod' | 'pydantic'; readonly issues: readonly Issue[] };

const MAX_ISSUES = 20;
const LONGEST = 200;

/** A validator's raw output within a text; null for none. */
export const validatorDump = aboutText((text): ValidatorDump | null => {
  if (text.includes('pydantic.dev')) return { validator: 'pydantic', issues: pydanticIssues(text) };
  const issues = zodIssues(text);
  return issues.length === 0 ? null : { validator: 'zod', issues };
});

/** The text that should have been sent: one line per issue. */
function issueLines(issues: readonly Issue[]): string {
  return issues.map(({ place, message }) => (place === '' ? message : `${place}: ${message}`)).join('\n');
}

/** `1 validation error for …`, then pairs of lines: a place, and what is wrong with it. */
function pydanticIssues(text: string): Issue[] {
  const lines = text.slice(0, 20_000).split('\n');
  return lines.slice(0, 200).flatMap((line, index) => {
    const place = lines[index - 1] ?? '';
    const match = /^ {2}(\S.*?) \[type=/.exec(line);
    if (match?.[1] === undefined || !/^\S/.test(place)) return [];
    return [{ place: place.trim().slice(0, LONGEST), message: match[1].slice(0, LONGEST) }];
  });
}

/** A JSON list of issues, within the first 200 characters of the text. */
function zodIssues(text: string): Issue[] {
  if (!text.includes('[')) return [];
  const start = text.slice(0, 300).search(/\[\s*\{\s*"/);
  const end = text.lastIndexOf(']');
  if (start < 0 || start > 200 || end <= start) return [];
  const found = parseJson(text.slice(start, end + 1));
  if (!Array.isArray(found) || !found.every(isIssue)) return [];
  return found.slice(0, MAX_ISSUES).map(({ path, message }) => ({
    place: path.map(writtenOut).join('.').slice(0, LONGEST),
    message: message.slice(0, LONGEST),
  }));
}

function isIssue(issue: unknown): issue is { readonly path: readonly unknown[]; readonly message: string } {
  return (
    isJsonObject(issue) && 'code' in issue && Array.isArray(issue.path) && typeof issue.message === 'string'
  );
}
