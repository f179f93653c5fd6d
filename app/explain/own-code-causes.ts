import type { EntryStep } from '../codes/catalogue.ts';
import { nameByMessage, spokenName } from '../codes/code-name.ts';
import { decidedMeaning, integerOf, isAmbiguousCode, lookupCode } from '../codes/lookup.ts';
import { callerOf, type NextStep, sentenceOf } from '../protocol/actor.ts';
import { type CauseRow, causeTable, type Refused } from './explanation.ts';
import { quoted, reasonText } from './phrases.ts';

const row = causeTable<Refused>();
const GO_BY = 'Go by the message and data of the error.';

/** A code outside the standard ones: what the vocabulary of this server says, and otherwise nothing invented. */
export const OWN_CODES: readonly CauseRow<Refused>[] = [
  row('code-no-integer', {
    when: ({ error }) => integerOf(error.codeText) === undefined,
    happened: ({ call, error }) =>
      `The server answered ${call} with an error ${error.codeText === '' ? 'without a code' : `with the code ${error.codeText}, which is no integer`}. ${reasonText(error)}`,
    actor: 'server',
    must: 'Send an integer as the code: strict clients drop the answer.',
  }),
  row('code-named-by-message', {
    when: ({ error }) => {
      const named = nameByMessage(codeOf(error), error.message);
      return named === undefined ? undefined : { named };
    },
    happened: (refused) =>
      `${answered(refused)} By this message it means ${quoted(refused.named)}: the number alone has several meanings.`,
    actor: ({ method }) => callerOf(method),
    action: GO_BY,
    deeper: true,
  }),
  row('code-of-vocabulary', {
    when: (refused) => {
      const meaning = decidedMeaning(lookupCode(codeOf(refused.error), contextOf(refused)));
      return meaning?.standing === 'meaning' && meaning;
    },
    happened: ({ call, error, entry, vocabularyName }) =>
      `The server answered ${call} with ${codeOf(error)}, which is ${quoted(spokenName(entry.name))} in the vocabulary ${vocabularyName}. ${reasonText(error)}`,
    step: ({ entry, method }) => adviceOf(entry.step, method),
    deeper: true,
    vague: true,
  }),
  row('code-of-no-vocabulary', {
    happened: (refused) =>
      `${answered(refused)} ${WHY_UNKNOWN[unknownKind(codeOf(refused.error))]}, so the number alone explains nothing.`,
    actor: ({ method }) => callerOf(method),
    action: GO_BY,
    deeper: true,
    vague: true,
  }),
];

function codeOf({ codeText }: Refused['error']): number {
  return integerOf(codeText) ?? 0;
}

function answered({ call, error }: Refused): string {
  return `The server answered ${call} with ${codeOf(error)}. ${reasonText(error)}`;
}

/** Vocabularies advise the model, which only calls tools: of another request its caller is meant. */
function adviceOf({ actor, action, verb, leadsTo }: EntryStep, method: string): NextStep {
  const caller = callerOf(method);
  // One that leads to stderr is no advice: what stderr says is shown if there is any.
  if (action === '' || leadsTo === 'stderr') return { actor: caller, action: GO_BY };
  if (actor === undefined || actor === 'caller') return { actor: caller, action };
  if (actor !== 'model' || verb === undefined || caller === 'model' || caller === 'user')
    return { actor: actor === 'model' ? caller : actor, action, ...(verb === undefined ? {} : { verb }) };
  return { actor: caller, action: sentenceOf(`The ${caller}`, verb, action) };
}

function unknownKind(code: number): keyof typeof WHY_UNKNOWN {
  if (isAmbiguousCode(code)) return 'ambiguous';
  return code > -32000 || code < -32768 ? 'application' : 'unlisted';
}

const WHY_UNKNOWN = {
  ambiguous: 'Every implementation uses this number as it likes',
  application: 'The number is one of the application itself',
  unlisted: 'No vocabulary knows the number',
};

function contextOf({ method, facts, vocabularies, tier, error: { message, data } }: Refused) {
  return {
    // The framework's if it is known: its codes are what the author of the server uses.
    vocabularies: vocabularies.slice(0, 1),
    revision: facts.revision === 'unknown' ? null : facts.revision,
    message,
    tier,
    ...(data === undefined ? {} : { data }),
    ...(method === '' ? {} : { method }),
  };
}
