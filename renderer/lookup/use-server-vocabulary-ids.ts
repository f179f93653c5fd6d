import { useMemo } from 'react';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { useOwn } from '../state/session/own-vocabularies.ts';
import { serverKey } from '../state/session/session-text.ts';
import { serverVocabulary, useChosen } from '../state/session/use-server-vocabulary.ts';

/** The vocabulary ids of the session's server; none without a session. */
export function useServerVocabularyIds(info: SessionInfo | undefined): readonly string[] {
  const chosen = useChosen((state) => (info === undefined ? '' : (state[serverKey(info)] ?? '')));
  const own = useOwn((state) => state.vocabularies);
  const spoken =
    info === undefined ? [] : serverVocabulary(info.layers, chosen, own).shown.map(({ id }) => id);
  const known = spoken.join(' ');
  return useMemo(() => known.split(' ').filter((id) => id !== ''), [known]);
}
