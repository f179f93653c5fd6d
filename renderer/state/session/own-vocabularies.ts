import { useEffect } from 'react';
import { create } from 'zustand';
import type { OwnVocabularies } from '../../../app/codes/own-vocabulary.ts';
import { host, settled } from '../host/host.ts';

/** A user's vocabularies as last loaded by the host; `fault` is one sentence if that failed. */
type OwnState = OwnVocabularies & { readonly fault: string };

export const useOwn = create<OwnState>(() => ({ folder: '', vocabularies: [], problems: [], fault: '' }));

export async function loadOwnVocabularies(): Promise<void> {
  const read = await settled(host().listVocabularies({}));
  useOwn.setState(read.ok ? { ...read.value, fault: '' } : { fault: read.error });
}

/** Reloads the user's files when `page` opens, and when the user returns to the window after editing them. */
export function useFreshOwnVocabularies(page: string): void {
  useEffect(() => {
    const read = () => void loadOwnVocabularies();
    read();
    window.addEventListener('focus', read);
    return () => window.removeEventListener('focus', read);
  }, [page]);
}
