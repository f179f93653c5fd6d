import { createContext } from 'react';

/** The session that shown content came from, for what can be read on; null where nothing can. */
export const ContentSession = createContext<string | null>(null);
