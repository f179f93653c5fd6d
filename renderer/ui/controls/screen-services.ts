import { createContext, useContext } from 'react';
import type { Notice } from '../../../app/contract/events.ts';

/** A notice that a widget shows by itself. */
export type ScreenNotice = Notice & {
  /** What can be done about it; it is dismissed then. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** It takes the place of an earlier one with the same topic. */
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

/** The shell provides it; for a widget that is drawn alone, as in a test, nothing happens. */
export const ScreenServicesContext = createContext<ScreenServices>(NO_SCREEN);

export function useScreenServices(): ScreenServices {
  return useContext(ScreenServicesContext);
}
