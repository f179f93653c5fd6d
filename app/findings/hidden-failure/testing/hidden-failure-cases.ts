import { isJsonObject, type JsonObject, parseJson, stringAt } from '../../../base/json-value.ts';
import { hiddenFailureOf } from '../hidden-failure.ts';

/** A person's label for a result that is not marked as an error. */
export type HiddenFailureLabel = 'failure' | 'partial' | 'ok';

/** A tool result with its request and a person's label. */
export type HiddenFailureCase = {
  readonly label: HiddenFailureLabel;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly result: JsonObject;
};

/** Reads the cases in a data file, one JSON object per line. Throws on an invalid line. */
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

/** The half of a case, by its hash, so that an added case moves no other. */
export function halfOf({ tool, result }: HiddenFailureCase): 'tuning' | 'kept apart' {
  let hash = 2166136261;
  for (const unit of `${tool} ${JSON.stringify(result)}`) {
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 16777619);
  }
  return ((hash >>> 8) & 1) === 0 ? 'tuning' : 'kept apart';
}

/** The classifier's accuracy. */
export type HiddenFailureFigures = {
  readonly cases: number;
  /** The share of flagged results that are failures, whole or partial. */
  readonly precision: number;
  /** The share of failures that are flagged. */
  readonly recall: number;
  /** The share of flagged failures with the right kind. */
  readonly kindRight: number;
  readonly missed: readonly HiddenFailureCase[];
  readonly falselyFlagged: readonly HiddenFailureCase[];
};

/** Compares the classifier with the labels. */
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
