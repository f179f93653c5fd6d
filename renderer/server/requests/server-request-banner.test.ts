import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../app/frame/row.ts';
import { callOver } from './server-request-banner.tsx';

const rows = (outcomes: { [seq: number]: Outcome }) => (seq: number) => outcomes[seq];

describe('callOver', () => {
  test('says how the one call ended that was open when the server request came', () => {
    expect(callOver({ during: [4] }, rows({ 4: 'timed out' }))).toEqual({
      text: 'The call that this came with is over: it timed out.',
      seq: 4,
    });
    expect(callOver({ during: [4] }, rows({ 4: 'cancelled' }))?.text).toContain('it was cancelled');
  });

  test('of several calls all must be over', () => {
    expect(callOver({ during: [4, 6] }, rows({ 4: 'ok', 6: 'pending' }))).toBeUndefined();
    expect(callOver({ during: [4, 6] }, rows({ 4: 'ok', 6: 'lost' }))?.text).toContain('All 2 calls');
  });

  test('says nothing if no call was open, and of a row that is not shown yet', () => {
    expect(callOver({}, rows({}))).toBeUndefined();
    expect(callOver({ during: [] }, rows({}))).toBeUndefined();
    expect(callOver({ during: [9] }, rows({}))).toBeUndefined();
  });
});
