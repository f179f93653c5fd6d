import { describe, expect, it, vi } from 'vitest';
import type { FileInfo, LiveInfo, SessionInfo } from '../../../app/contract/session-info.ts';
import { LIVE_SESSION } from '../testing/shown-session.ts';
import { EMPTY_SESSION } from '../testing/stub-host.ts';
import { SessionChanges, withSessions } from './screen-host.ts';

const named = (session: string): FileInfo => ({ ...EMPTY_SESSION, session });
const part = (session: string): FileInfo => ({ ...named(session), opening: { bytesRead: 1, bytesTotal: 9 } });

const live = (session: string, window?: string): LiveInfo => ({ ...LIVE_SESSION, session, window });

/** Changes whose pauses end when the test says so. */
function started() {
  const applied: string[][] = [];
  const pauses: (() => void)[] = [];
  const changes = new SessionChanges({
    apply: (infos) => void applied.push(infos.map(({ session, label }) => `${session} ${label}`)),
    wait: () => new Promise((resolve) => pauses.push(resolve)),
  });
  const frame = async (): Promise<void> => {
    pauses.shift()?.();
    await vi.waitFor(() => undefined);
    await Promise.resolve();
  };
  return { changes, applied, pauses, frame };
}

describe('changes of sessions', () => {
  it('are applied at once after a pause, and together within a frame', async () => {
    const { changes, applied, pauses, frame } = started();
    changes.take({ ...named('s1'), label: 'a' });
    expect(applied).toEqual([['s1 a']]);
    changes.take({ ...named('s2'), label: 'b' });
    changes.take({ ...named('s1'), label: 'c' });
    changes.take({ ...named('s2'), label: 'd' });
    expect(applied).toHaveLength(1);
    await frame();
    expect(applied).toEqual([['s1 a'], ['s2 d', 's1 c']]);
    await frame();
    expect(pauses).toEqual([]);
    changes.take({ ...named('s1'), label: 'e' });
    expect(applied.at(-1)).toEqual(['s1 e']);
  });

  it('wait where they can be asked for, are applied before what follows them, and are dropped by a new beginning', () => {
    const { changes, applied } = started();
    changes.take(named('s1'));
    changes.take({ ...named('s1'), label: 'second' });
    expect(changes.waiting('s1')?.label).toBe('second');
    changes.flush();
    expect(changes.waiting('s1')).toBeUndefined();
    expect(applied.at(-1)).toEqual(['s1 second']);
    changes.take({ ...named('s1'), label: 'third' });
    changes.drop();
    changes.flush();
    expect(applied).toHaveLength(2);
  });
});

describe('the screen after changes of sessions', () => {
  const none = { sessions: [], active: null, merged: false };
  const names = ({ sessions }: { readonly sessions: readonly SessionInfo[] }) =>
    sessions.map(({ session }) => session);

  it('has the new ones at the end, the newest in front, and the known ones in their place', () => {
    const first = withSessions(none, [named('s1'), named('s2')]);
    expect([names(first), first.active]).toEqual([['s1', 's2'], 's2']);
    const second = withSessions({ ...first, merged: false }, [
      { ...named('s1'), label: 'other' },
      named('s3'),
    ]);
    expect([names(second), second.active, second.sessions[0]?.label]).toEqual([
      ['s1', 's2', 's3'],
      's3',
      'other',
    ]);
  });

  it('stays where it is when another window opens a session, and follows its own', () => {
    const before = { ...none, sessions: [named('s1')], active: 's1' };
    const opened = (window?: string) => withSessions(before, [live('s2', window)], 'here').active;
    expect([opened('there'), opened('here'), opened()]).toEqual(['s1', 's2', 's2']);
    expect(withSessions(none, [live('s2', 'there')], 'here').active).toBe('s2');
  });

  it('stays where it is when a start opens again what was open before', () => {
    const again = { ...named('s2'), window: '' };
    expect(withSessions({ ...none, sessions: [named('s1')], active: 's1' }, [again]).active).toBe('s1');
    expect(withSessions(none, [again, { ...again, session: 's3' }]).active).toBe('s2');
  });

  it('keeps the first of a file that is being read in front, and whoever watches all sessions there', () => {
    expect(withSessions(none, [part('s1'), part('s2'), part('s3')]).active).toBe('s1');
    const other = { ...part('s4'), file: '/rec/other.jsonl' };
    expect(withSessions(none, [part('s1'), part('s2'), other]).active).toBe('s4');
    expect(withSessions({ sessions: [named('s1')], active: 's1', merged: true }, [named('s2')]).active).toBe(
      's1',
    );
  });
});
