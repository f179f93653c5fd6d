import { expect, test, vi } from 'vitest';
import type { HostEvents } from '../../app/contract/events.ts';
import { EventFeed } from './tabs.ts';

test('what one screen cannot be told, the others are told', () => {
  const complaint = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const heard: string[] = [];
  const screen = (sessionRemoved: (session: string) => void) =>
    new Proxy({} as HostEvents, { get: () => sessionRemoved });
  const feed = new EventFeed();
  feed.subscribe(
    screen(() => {
      throw new TypeError('it is gone');
    }),
  );
  feed.subscribe(screen((session) => heard.push(session)));
  feed.sessionRemoved('s1');
  expect(heard).toEqual(['s1']);
  expect(complaint).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('it is gone'), undefined);
});
