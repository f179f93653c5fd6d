import { expect, it } from 'vitest';
import { stepAfterLabel, stepText } from './actor.ts';

it.each([
  [
    { actor: 'server', verb: 'must', action: 'Fix the envelope.' },
    'The author of the server must fix the envelope.',
    'Fix the envelope.',
  ],
  [{ actor: 'model', verb: 'can', action: 'Wait.' }, 'The model can wait.', 'The model can wait.'],
  [{ actor: 'user', action: 'Check the command.' }, 'Check the command.', 'Check the command.'],
] as const)('a step names its actor once: %o', (step, alone, afterLabel) => {
  expect(stepText(step)).toBe(alone);
  expect(stepAfterLabel(step)).toBe(afterLabel);
});
