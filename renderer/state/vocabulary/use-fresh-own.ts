import { useEffect } from 'react';
import { loadOwnVocabularies } from './own-vocabularies.ts';

/** Has the user's files read when `page` comes up, and when the user comes back from editing them elsewhere. */
export function useFreshOwnVocabularies(page: string): void {
  useEffect(() => {
    const read = () => void loadOwnVocabularies();
    read();
    window.addEventListener('focus', read);
    return () => window.removeEventListener('focus', read);
  }, [page]);
}
