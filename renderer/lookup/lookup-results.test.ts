import { describe, expect, test } from 'vitest';
import { emptyRow } from '../../app/frame/row.ts';
import { searchContext } from './lookup-results.tsx';

const row = {
  ...emptyRow({ seq: 1, at: 0, session: 's1' }, 'frame'),
  code: '-32602',
  text: 'no',
  method: 'tools/call',
};

describe('searchContext', () => {
  test("the selected row's evidence counts only for its own code", () => {
    expect(searchContext('-32602', { ...row, tier: 'protocol' }, { revision: null })).toMatchObject({
      method: 'tools/call',
      tier: 'protocol',
    });
    expect(searchContext('-32001', row, { revision: null })).toEqual({ revision: null });
  });
});
