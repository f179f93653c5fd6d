import { describe, expect, it } from 'vitest';
import { isSameRuleOff, withRulesOff } from './rules-off.ts';

const NOTES = { name: 'notes', commandLine: 'node notes.js' };
const FILE = { T02: { as: 'info', reason: 'the SDK does it' } } as const;

describe('rules that the user has turned off', () => {
  it('count beside those of the project file, and go before them', () => {
    const rules = withRulesOff(
      FILE,
      [
        { rule: 'T02', server: null },
        { rule: 'Q16', server: NOTES },
      ],
      NOTES,
    );
    expect(rules).toEqual({
      T02: { as: 'off', reason: 'You turned it off everywhere.' },
      Q16: { as: 'off', reason: 'You turned it off for this server.' },
    });
  });

  it('of another server leave the rules as they are', () => {
    const off = [{ rule: 'Q16', server: NOTES }];
    expect(withRulesOff(FILE, off, { name: 'weather', commandLine: 'node notes.js' })).toBe(FILE);
    // A server that has not given its name yet is known by its command.
    expect(withRulesOff(FILE, off, { name: '', commandLine: 'node notes.js' })).toHaveProperty('Q16');
  });

  it('are one if rule and server are', () => {
    expect(isSameRuleOff({ rule: 'Q16', server: null }, { rule: 'Q16', server: NOTES })).toBe(false);
    expect(isSameRuleOff({ rule: 'Q16', server: NOTES }, { rule: 'Q16', server: { ...NOTES } })).toBe(true);
    expect(isSameRuleOff({ rule: 'Q16', server: null }, { rule: 'Q17', server: null })).toBe(false);
  });
});
