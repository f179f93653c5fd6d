import { useMemo } from 'react';
import type { LookupContext } from '../../../app/codes/lookup-context.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { useChosen } from './chosen-vocabulary.ts';
import { useOwn } from './own-vocabularies.ts';
import { type ServerVocabulary, serverKey, serverVocabulary } from './server-vocabulary.ts';

/** What the session's server speaks, as inferred or as set by hand. */
export function useServerVocabulary(info: SessionInfo): ServerVocabulary {
  const chosen = useChosen((state) => state[serverKey(info)] ?? '');
  const own = useOwn((state) => state.vocabularies);
  const { layers } = info;
  return useMemo(() => serverVocabulary(layers, chosen, own), [layers, chosen, own]);
}

/** What the catalogue may know of every error of a session; the same object until something changes. */
export function useSessionContext(info: SessionInfo): LookupContext {
  const { context } = useServerVocabulary(info);
  const own = useOwn((state) => state.vocabularies);
  const revision = info.protocolVersion;
  const known = JSON.stringify(context);
  return useMemo(() => ({ revision, vocabularies: JSON.parse(known), own }), [revision, known, own]);
}
