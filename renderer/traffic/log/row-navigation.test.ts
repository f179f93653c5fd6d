import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyRow } from '../../../app/frame/row.ts';
import type { Tier } from '../../../app/frame/tier.ts';
import { rowsInFront } from '../../state/log/front-rows.ts';
import { forgetLog, sessionLog } from '../../state/log/log-mirrors.ts';
import { MergedRows } from '../../state/log/merged-rows.ts';
import type { RowPlace } from '../../state/log/row-source.ts';
import {
  filledLog,
  type ScriptedLog,
  scriptedInfo,
  scriptedSession,
} from '../../state/log/testing/scripted-log.ts';
import { selectInFront } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { moveSelection, moveToBookmark, moveToError, nextError, selectPosition } from './row-navigation.ts';

/** Rows of a session with seqs from 1 on, a millisecond times `step` apart; errors are those of `errors`. */
function fill(session: string, count: number, errors: readonly number[], step = 1): void {
  const log = sessionLog(session);
  for (let seq = 1; seq <= count; seq += 1) {
    const tier: Tier = errors.includes(seq) ? 'tool' : 'ok';
    const row = { ...emptyRow({ seq, at: seq * step, session }, 'frame'), tier };
    log.mirror.table.add(row);
  }
  log.errors.added(log.mirror.table, 0, count);
}

function selected(): string {
  const { active, views } = useScreen.getState();
  return `${active} ${views[active ?? '']?.selected}`;
}

function hide(session: string, seqs: readonly number[]): void {
  const { visible } = sessionLog(session);
  visible.setFilter(({ seq }) => !seqs.includes(seq));
  visible.advance(1000);
}

beforeEach(() => {
  for (const session of ['s1', 's2']) forgetLog(session);
  fill('s1', 9, [3, 6]);
  fill('s2', 4, [2], 2.2);
  useScreen.setState({
    active: 's1',
    merged: false,
    leftOut: [],
    sessions: ['s1', 's2'].map(scriptedInfo),
    views: {},
    viewport: { first: 2, last: 5 },
  });
});

describe.each([
  ['one session', false],
  ['all sessions with one left', true],
] as const)('moving through the log of %s', (_name, merged) => {
  beforeEach(() => useScreen.setState({ merged, leftOut: merged ? ['s2'] : [] }));

  it('begins with a row in sight', () => {
    moveSelection(1);
    expect(selected()).toBe('s1 3');
    useScreen.setState({ views: {} });
    moveSelection(-1);
    expect(selected()).toBe('s1 6');
  });

  it('stops at both ends', () => {
    selectInFront('s1', 8);
    moveSelection(20);
    expect(selected()).toBe('s1 9');
    moveSelection(-20);
    expect(selected()).toBe('s1 1');
  });

  it('skips what the filter hides, and goes on from a selection that it hides', () => {
    hide('s1', [4, 5]);
    selectInFront('s1', 3);
    moveSelection(1);
    expect(selected()).toBe('s1 6');
    selectInFront('s1', 5);
    moveSelection(-1);
    expect(selected()).toBe('s1 3');
  });

  it('goes from error to error and around the end, and has each brought into sight', () => {
    const seen = [1, 1, 1].map((step) => {
      moveToError(step as 1);
      return selected();
    });
    expect(seen).toEqual(['s1 3', 's1 6', 's1 3']);
    moveToError(-1);
    expect(selected()).toBe('s1 6');
    expect(useScreen.getState().scrollRequest).toMatchObject({ session: 's1', index: 5, align: 'centre' });
  });

  it('finds the errors beside a hidden selection, and no hidden ones', () => {
    hide('s1', [5]);
    selectInFront('s1', 5);
    moveToError(1);
    expect(selected()).toBe('s1 6');
    hide('s1', [3]);
    moveToError(-1);
    expect(selected()).toBe('s1 6');
    hide('s1', [3, 6]);
    selectInFront('s1', 1);
    moveToError(1);
    expect(selected()).toBe('s1 1');
  });
});

describe('the bookmarks', () => {
  it('are gone through around the end, and lead to the rows that they are about', () => {
    const { mirror, bookmarks } = sessionLog('s1');
    const mark = (pair: number) => {
      const index = mirror.table.length;
      mirror.table.add({
        ...emptyRow({ seq: index + 1, at: 99, session: 's1' }, 'mark'),
        pair,
        text: `on ${pair}`,
      });
      bookmarks.added(mirror.table, index, index + 1);
    };
    mark(4);
    mark(2);
    mark(0);
    mark(2);
    const seen = [1, 1, 1, 1, -1].map((step) => {
      moveToBookmark(step === 1 ? 1 : -1);
      return selected();
    });
    expect(seen).toEqual(['s1 2', 's1 4', 's1 12', 's1 2', 's1 12']);
    expect([bookmarks.noteOf(2), bookmarks.noteOf(3)]).toEqual(['on 2 · on 2', '']);
  });
});

describe('moving through the merged log', () => {
  beforeEach(() => useScreen.setState({ merged: true }));

  it('goes from session to session in the order of time', () => {
    const rows = rowsInFront();
    if (rows === undefined) throw new Error('a log is in front');
    selectPosition(rows, 1);
    const seen = [selected()];
    for (let turn = 0; turn < 3; turn += 1) {
      moveSelection(1);
      seen.push(selected());
    }
    expect(seen).toEqual(['s1 2', 's2 1', 's1 3', 's1 4']);
  });

  it('finds the next error of whatever session', () => {
    const seen = Array.from({ length: 4 }, () => {
      moveToError(1);
      return selected();
    });
    expect(seen).toEqual(['s1 3', 's2 2', 's1 6', 's1 3']);
  });

  it('starts anew if the session of the selection takes no part', () => {
    selectInFront('s2', 2);
    useScreen.setState({ leftOut: ['s2'] });
    moveToError(1);
    expect(selected()).toBe('s1 3');
  });
});

it('moves nothing if no log is in front', () => {
  useScreen.setState({ active: null, sessions: [] });
  moveSelection(1);
  moveToError(-1);
  expect(useScreen.getState().views).toEqual({});
});

it('finds the error that a look at every row finds', () => {
  const steps = fc.array(fc.tuple(fc.nat(9), fc.constantFrom<Tier>('ok', 'ok', 'tool')), { maxLength: 25 });
  fc.assert(
    fc.property(
      fc.array(steps, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      fc.constantFrom<1 | -1>(1, -1),
      fc.nat(2),
      fc.nat(24),
      (sessions, filtered, step, from, index) => {
        const logs = sessions.map((rows, number) => {
          const log = filledLog(`s${number}`, rows);
          if (filtered) log.hideOdd();
          return log;
        });
        const rows = new MergedRows<ScriptedLog>();
        rows.sync(logs.map((log) => scriptedSession(log)));
        const start = logs[from];
        const held = start !== undefined && index < start.table.length;
        const place: RowPlace | null = held ? { session: start.name, index } : null;
        const errors: RowPlace[] = [];
        for (let position = 0; position < rows.length; position += 1) {
          const row = rows.at(position);
          if (row === undefined || row.session.log.table.columns.tier.at(row.index) === 'ok') continue;
          errors.push({ session: row.session.info.session, index: row.index });
        }
        if (step < 0) errors.reverse();
        const beside = errors.find((error) => place !== null && rows.compare(error, place) * step > 0);
        expect(nextError(rows, place, step)).toEqual(beside ?? errors[0]);
      },
    ),
  );
});
