import { expect, it } from 'vitest';
import { todoAfterLabel } from './actor.ts';

it.each([
  ['server', 'The author of the server must mend the envelope.', 'Mend the envelope.'],
  ['model', 'The model should try another id.', 'Try another id.'],
  [
    'server',
    'The author of the server must not end the session.',
    'The author of the server must not end the session.',
  ],
  ['server', 'The server must catch what fails.', 'The server must catch what fails.'],
  ['user', 'Check the command.', 'Check the command.'],
] as const)('names who acts once: %s, %s', (acts, todo, read) => {
  expect(todoAfterLabel({ acts, todo })).toBe(read);
});
