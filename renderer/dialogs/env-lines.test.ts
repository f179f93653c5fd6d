import { describe, expect, it } from 'vitest';
import { envLines } from './env-lines.ts';

describe('environment lines', () => {
  it('keep everything after the first equals sign', () => {
    expect(envLines('A=1\n\nB= x=y ')).toEqual({ ok: true, value: { A: '1', B: ' x=y ' } });
  });

  it('name the line that is none', () => {
    expect(envLines('A=1\nnonsense')).toEqual({ ok: false, error: 'Line 2 is not NAME=value.' });
    expect(envLines('=x')).toMatchObject({ ok: false });
  });
});
