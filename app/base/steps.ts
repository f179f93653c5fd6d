/** Work in steps, each of them short; what it comes to is returned after the last one. */
export type Steps<Value> = Generator<undefined, Value>;

/** Goes through all steps at once. */
export function allSteps<Value>(steps: Steps<Value>): Value {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Goes through steps with other work in between: `turn` ends in another turn of the event loop. */
export async function stepsInTurns<Value>(steps: Steps<Value>, turn: () => Promise<void>): Promise<Value> {
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) await turn();
  return step.value;
}
