import { createContext, useContext } from 'react';
import type { Notice } from '../../../app/contract/events.ts';

export type ScreenNotice = Notice & {
  /** A possible action; running it dismisses the notice. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** It replaces an earlier notice with the same topic. */
  readonly topic?: string;
};

type ScreenServices = {
  readonly notify: (notice: ScreenNotice) => void;
  readonly closeDialog: () => void;
  readonly selectRow: (session: string, seq: number) => void;
  /** True if the window opens https addresses only. */
  readonly httpsOnly: boolean;
};

const NO_SCREEN: ScreenServices = {
  notify: () => undefined,
  closeDialog: () => undefined,
  selectRow: () => undefined,
  httpsOnly: false,
};

/** Provided by the shell; has no effect for a widget on its own, as in a test. */
export const ScreenServicesContext = createContext<ScreenServices>(NO_SCREEN);

export function useScreenServices(): ScreenServices {
  return useContext(ScreenServicesContext);
}
