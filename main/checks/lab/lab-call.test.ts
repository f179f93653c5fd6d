import { describe, expect, it } from 'vitest';
import { choiceArgument, integerArgument, LabArgumentError, stringArgument } from './lab-call.ts';

const RANGE = { fallback: 3, min: 0, max: 255 };

describe('the lab’s arguments', () => {
  it('fall back if they are missing', () => {
    expect(integerArgument({}, 'code', RANGE)).toBe(3);
    expect(stringArgument({}, 'city', 'Oslo')).toBe('Oslo');
    expect(choiceArgument({}, 'method', ['ping', 'roots/list'])).toBe('ping');
  });

  it.each([['3'], [1.5], [-1], [256], [Number.NaN], [[]]])('refuse %j for an integer', (code) => {
    expect(() => integerArgument({ code }, 'code', RANGE)).toThrow(LabArgumentError);
  });

  it('refuse what is no string, or not on the list', () => {
    expect(() => stringArgument({ city: 7 }, 'city', 'Oslo')).toThrow('city must be a string.');
    expect(() => choiceArgument({ method: 'x' }, 'method', ['ping'])).toThrow('must be one of ping');
  });
});
