import { expect, test } from 'vitest';
import { limitText } from './field-head.tsx';

test.each([
  [{ type: 'string', minLength: 3, maxLength: 10, pattern: '^a+$' }, '3–10 characters · matches ^a+$'],
  [{ type: 'string', minLength: 1 }, 'at least 1 character'],
  [{ type: 'string', maxLength: 1 }, 'at most 1 character'],
  [{ type: 'string', minLength: 2, maxLength: 2 }, '2 characters'],
  [{ type: 'number', exclusiveMinimum: 0, multipleOf: 5, minimum: 1 }, 'more than 0 · a multiple of 5'],
  [{ type: 'array', minItems: 1, uniqueItems: true }, 'at least 1 item · no item twice'],
  [{ type: 'string', default: 'red' }, 'default red'],
  [{ type: 'string', default: '' }, 'default ""'],
  [{ type: 'string', minLength: 'x', pattern: 3 }, ''],
])('%j is shown as %j', (schema, text) => {
  expect(limitText(schema)).toBe(text);
});
