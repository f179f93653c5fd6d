import { nameByMessage, spokenName } from '../codes/code-name.ts';
import { decidedMeaning, integerOf, isAmbiguousCode, lookupCode } from '../codes/lookup.ts';
import { callName } from '../findings/call-name.ts';
import type { WireError } from '../wire/envelope.ts';
import { actorNamed, callerOf } from './actor.ts';
import { type Explanation, explainedFor, type Failure, quoted } from './failure.ts';
import { said } from './sayings.ts';

/** A code outside the standard ones: what the vocabulary of this server says, and otherwise nothing invented. */
export function ownCode(failure: Failure, error: WireError): Explanation {
  const code = integerOf(error.codeText);
  if (code === undefined) {
    const what =
      error.codeText === '' ? 'without a code' : `with the code ${error.codeText}, which is no integer`;
    return explainedFor(
      'server',
      `The server answered ${callName(failure)} with an error ${what}. ${said(error)}`,
      'The author of the server must send an integer as the code: strict clients drop the answer.',
    );
  }
  const named = nameByMessage(code, error.message);
  if (named !== undefined) {
    return explainedFor(
      callerOf(failure.method),
      `The server answered ${callName(failure)} with ${code}. ${said(error)} By this message it means ${quoted(named)}: the number alone has several meanings.`,
      'Go by the message and data of the error.',
      { deeper: true },
    );
  }
  const meaning = decidedMeaning(lookupCode(code, contextOf(failure, error)));
  if (meaning !== undefined && meaning.standing === 'meaning') {
    const { entry, vocabularyName } = meaning;
    const advice = adviceIn(ofTheCaller(entry.how, failure.method));
    return explainedFor(
      actorNamed(advice, failure.method) ?? callerOf(failure.method),
      `The server answered ${callName(failure)} with ${code}, which is ${quoted(spokenName(entry.name))} in the vocabulary ${vocabularyName}. ${said(error)}`,
      advice,
      { deeper: true, vague: true },
    );
  }
  const why = isAmbiguousCode(code)
    ? 'Every implementation uses this number as it likes'
    : code > -32000 || code < -32768
      ? 'The number is one of the application itself'
      : 'No vocabulary knows the number';
  return explainedFor(
    callerOf(failure.method),
    `The server answered ${callName(failure)} with ${code}. ${said(error)} ${why}, so the number alone explains nothing.`,
    'Go by the message and data of the error.',
    { deeper: true, vague: true },
  );
}

function contextOf({ method, facts, vocabularies, tier }: Failure, { message, data }: WireError) {
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

/** Vocabularies advise the model, which only calls tools: of another request its caller is meant. */
function ofTheCaller(how: string, method: string): string {
  return how.replace(/^The model\b/, `The ${callerOf(method)}`);
}

/** The advice of a vocabulary; one that leads to stderr is none, for what stderr says is shown if there is any. */
function adviceIn(how: string): string {
  return how === '' || /stderr/i.test(how) ? 'Go by the message and data of the error.' : how;
}
