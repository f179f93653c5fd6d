import { useEffect } from 'react';
import { notify } from '../state/screen/screen-actions.ts';
import { useScreen } from '../state/screen/screen-store.ts';
import { type AskPlace, placeKey, setPanel, useAsks } from '../state/server-requests/asks-store.ts';
import { askNews } from './ask-news.ts';

/** The key of the action that goes to the oldest ask. */
export const ANSWER_KEY = 'q';

/** Keeps the list of asks true to what the sessions tell, and says what the user may have missed. */
export function useFollowedAsks(): void {
  useEffect(() => {
    let before: Parameters<typeof askNews>[0] = [];
    const follow = () => {
      const { sessions, active } = useScreen.getState();
      if (sessions === before) return;
      const news = askNews(before, sessions, active, ANSWER_KEY);
      before = sessions;
      if (news.came.length + news.went.length > 0) take(news.came, news.went);
      for (const notice of news.notices) notify(notice);
    };
    follow();
    return useScreen.subscribe(follow);
  }, []);
}

function take(came: readonly AskPlace[], went: readonly AskPlace[]): void {
  const gone = new Set(went.map(placeKey));
  useAsks.setState(({ arrived, drafts }) => ({
    arrived: [...arrived.filter((place) => !gone.has(placeKey(place))), ...came],
    drafts: Object.fromEntries(Object.entries(drafts).filter(([key]) => !gone.has(key))),
  }));
  // What was closed before is open again for a new ask.
  for (const { session } of came) {
    if (useAsks.getState().panels[session] === 'closed') setPanel(session, undefined);
  }
}
