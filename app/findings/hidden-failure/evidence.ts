/** Why a result that is not marked as an error is taken for one. */
export type HiddenFailure = {
  /** Whether the whole call failed, or only some of what it was asked for. */
  readonly kind: 'failure' | 'partial';
  /** The words and members of a result suggest a failure; only `isError` would prove it. */
  readonly certainty: 'likely';
  readonly evidence: {
    /** The member of the result, as a path. */
    readonly where: string;
    /** The start of what stands there. */
    readonly excerpt: string;
    /** One clause that says what it is: "the text begins as …". */
    readonly why: string;
  };
};

const EXCERPT = 120;

/** A failure of the whole call. */
export function failed(where: string, shown: string, why: string): HiddenFailure {
  return found('failure', where, shown, why);
}

/** A failure of some of what the call was asked for. */
export function partlyFailed(where: string, shown: string, why: string): HiddenFailure {
  return found('partial', where, shown, why);
}

function found(kind: HiddenFailure['kind'], where: string, shown: string, why: string): HiddenFailure {
  const line = shown.replace(/\s+/g, ' ').trim();
  const excerpt = line.length > EXCERPT ? `${line.slice(0, EXCERPT)}…` : line;
  return { kind, certainty: 'likely', evidence: { where, excerpt, why } };
}
