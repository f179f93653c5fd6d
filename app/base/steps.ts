/** Work split into short steps; the last one returns the result. */
export type Steps<Value> = Generator<undefined, Value>;

export function allSteps<Value>(steps: Steps<Value>): Value {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Runs steps with other work in between: `turn` yields to the event loop. */
export async function stepsInTurns<Value>(steps: Steps<Value>, turn: () => Promise<void>): Promise<Value> {
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) await turn();
  return step.value;
}
