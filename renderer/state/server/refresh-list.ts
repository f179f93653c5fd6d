import { host, settled } from '../host/host.ts';
import { LIST_LABELS, type Listed } from './listed.ts';
import { pageKey, setListFailure, setListing, useSidebar } from './sidebar-store.ts';

/**
 * Asks the server for every page of a list; the pages come through the log, a failure as a sentence.
 * Gives what was listed, or undefined if that is not the whole list.
 */
export async function refreshList(session: string, what: Listed): Promise<readonly unknown[] | undefined> {
  if (isListing(session, what)) return undefined;
  setListing(session, what, true);
  setListFailure(session, what, '');
  const listed = await settled(host().listAll({ session, what }));
  setListing(session, what, false);
  if (!listed.ok) {
    setListFailure(session, what, listed.error);
    return undefined;
  }
  const { failure, pages, items } = listed.value;
  if (failure === '') return items;
  const kept = pages > 1 ? ` The ${items.length} ${LIST_LABELS[what]} of the pages before are kept.` : '';
  setListFailure(session, what, `${pages > 1 ? `Page ${pages}: ` : ''}${failure}${kept}`);
  return undefined;
}

function isListing(session: string, what: Listed): boolean {
  return useSidebar.getState().listing[pageKey(session, what)] === true;
}
