import { create } from 'zustand';

/** The search whose matches the log marks, by its name at the host; null for none. `revision` grows with matches. */
export const useShownSearch = create<{ readonly search: string | null }>(() => ({ search: null }));
