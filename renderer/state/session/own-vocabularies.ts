import { useEffect } from 'react';
import { create } from 'zustand';
import type { OwnVocabularies } from '../../../app/codes/own-vocabulary.ts';
import { host, settled } from '../host/host.ts';

/** A user's vocabularies as the host read them last; `fault` is one sentence if it could not. */
type OwnState = OwnVocabularies & { readonly fault: string };

export const useOwn = create<OwnState>(() => ({ folder: '', vocabularies: [], problems: [], fault: '' }));

/** Has the host read the folder again. */
export async function loadOwnVocabularies(): Promise<void> {
  const read = await settled(host().listVocabularies({}));
  useOwn.setState(read.ok ? { ...read.value, fault: '' } : { fault: read.error });
}

/** Has the user's files read when `page` comes up, and when the user comes back from editing them elsewhere. */
export function useFreshOwnVocabularies(page: string): void {
  useEffect(() => {
    const read = () => void loadOwnVocabularies();
    read();
    window.addEventListener('focus', read);
    return () => window.removeEventListener('focus', read);
  }, [page]);
}
