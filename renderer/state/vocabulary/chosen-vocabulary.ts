import { create } from 'zustand';
import { readRemembered, remember } from '../screen/remembered.ts';

const KEY = 'vocabularies';

type Chosen = { readonly [server: string]: string };

/** The vocabularies that the user set by hand, by server; they last over a restart. */
export const useChosen = create<Chosen>(() => readChosen());

/** Sets what a server speaks; empty gives it back to what is inferred. */
export function chooseVocabulary(server: string, id: string): void {
  const { [server]: _before, ...others } = useChosen.getState();
  const chosen = id === '' ? others : { ...others, [server]: id };
  useChosen.setState(chosen, true);
  remember(KEY, chosen);
}

function readChosen(): Chosen {
  const kept = readRemembered(KEY);
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([, id]) => typeof id === 'string'));
}
