import { isJsonObject, type JsonObject, parseJson, stringAt } from '../../../base/json-value.ts';
import { hiddenFailureOf } from '../hidden-failure.ts';

/** What a person says of a result that is not marked as an error. */
export type HiddenFailureLabel = 'failure' | 'partial' | 'ok';

/** A result of a tool, with what was asked and what a person says of it. */
export type HiddenFailureCase = {
  readonly label: HiddenFailureLabel;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly result: JsonObject;
};

/** Reads the cases of a data file: one JSON object a line. Throws on a line that is no case. */
export function readCases(text: string): HiddenFailureCase[] {
  return text.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [readCase(line, at + 1)]));
}

function readCase(line: string, number: number): HiddenFailureCase {
  const value = parseJson(line);
  const label = stringAt(value, 'label');
  const tool = stringAt(value, 'tool');
  if (!isJsonObject(value) || tool === undefined || !isJsonObject(value.result))
    throw new Error(`line ${number} is no case`);
  if (label !== 'failure' && label !== 'partial' && label !== 'ok')
    throw new Error(`line ${number} has no label`);
  return {
    label,
    tool,
    arguments: isJsonObject(value.arguments) ? value.arguments : {},
    result: value.result,
  };
}

/** Which half a case is in: a hash of the case decides, so that an added case moves no other. */
export function halfOf({ tool, result }: HiddenFailureCase): 'tuning' | 'kept apart' {
  let hash = 2166136261;
  for (const unit of `${tool} ${JSON.stringify(result)}`) {
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 16777619);
  }
  return ((hash >>> 8) & 1) === 0 ? 'tuning' : 'kept apart';
}

/** How often the classifier is right. */
export type HiddenFailureFigures = {
  readonly cases: number;
  /** Of what it flags, how much is a failure, whole or partial. */
  readonly precision: number;
  /** Of the failures, how many it flags. */
  readonly recall: number;
  /** Of the failures that it flags, how many it gives the right kind. */
  readonly kindRight: number;
  readonly missed: readonly HiddenFailureCase[];
  readonly falselyFlagged: readonly HiddenFailureCase[];
};

/** Compares the classifier with what people say. */
export function evaluateHiddenFailures(cases: readonly HiddenFailureCase[]): HiddenFailureFigures {
  const missed: HiddenFailureCase[] = [];
  const falselyFlagged: HiddenFailureCase[] = [];
  let flagged = 0;
  let right = 0;
  for (const one of cases) {
    const found = hiddenFailureOf(one.result, { name: one.tool, arguments: one.arguments });
    if (found === undefined) {
      if (one.label !== 'ok') missed.push(one);
    } else if (one.label === 'ok') falselyFlagged.push(one);
    else {
      flagged += 1;
      if (found.kind === one.label) right += 1;
    }
  }
  return {
    cases: cases.length,
    precision: share(flagged, flagged + falselyFlagged.length),
    recall: share(flagged, flagged + missed.length),
    kindRight: share(right, flagged),
    missed,
    falselyFlagged,
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}
