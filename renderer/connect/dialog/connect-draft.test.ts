import { describe, expect, it } from 'vitest';
import { envLines, envText } from './connect-draft.ts';

describe('environment lines', () => {
  it('keep everything after the first equals sign', () => {
    expect(envLines('A=1\n\nB= x=y ')).toEqual({ ok: true, value: { A: '1', B: ' x=y ' } });
  });

  it('name the line that is none', () => {
    expect(envLines('A=1\nnonsense')).toEqual({ ok: false, error: 'Line 2 is not NAME=value.' });
    expect(envLines('=x')).toMatchObject({ ok: false });
  });

  it('are made from names, with the values that are typed already', () => {
    expect(envText(['KEY', 'toString'], 'KEY=1\nOTHER=2')).toBe('KEY=1\ntoString=');
    expect(envText(['KEY'], 'nonsense')).toBe('KEY=');
  });
});
