import { create } from 'zustand';
import { readRemembered, remember } from '../screen/kept-entries.ts';

/** Where a form stands: below its list in the sidebar, or above the log, where it has room. */
export type FormPlace = 'sidebar' | 'middle';

/** Forms of more fields than this are large. */
const LARGE_FROM = 10;

type Size = 'small' | 'large';

type FormPlaces = {
  /** The place of small forms and that of large ones, as the user last moved one of them. */
  readonly places: Readonly<Record<Size, FormPlace>>;
  readonly wanted: boolean;
  /** Where the middle is drawn; null while it is not. */
  readonly slot: HTMLElement | null;
};

const KEY = 'form-places';

export const useFormPlaces = create<FormPlaces>(() => ({
  places: rememberedPlaces(readRemembered(KEY)),
  wanted: false,
  slot: null,
}));

/** Reads the places from storage; what cannot be read is as at the first start. */
export function rememberedPlaces(kept: unknown): Readonly<Record<Size, FormPlace>> {
  const given: Partial<Record<Size, unknown>> = typeof kept === 'object' && kept !== null ? kept : {};
  return {
    small: given.small === 'middle' ? 'middle' : 'sidebar',
    large: given.large === 'sidebar' ? 'sidebar' : 'middle',
  };
}

function sizeOf(fields: number): Size {
  return fields > LARGE_FROM ? 'large' : 'small';
}

/** The place of a form with this many fields. */
export function useFormPlace(fields: number): FormPlace {
  return useFormPlaces(({ places }) => places[sizeOf(fields)]);
}

/** Moves forms of about this many fields to a place, from now on and after the next start. */
export function setFormPlace(fields: number, place: FormPlace): void {
  const places = { ...useFormPlaces.getState().places, [sizeOf(fields)]: place };
  useFormPlaces.setState({ places });
  remember(KEY, places);
}

export function wantMiddle(wanted: boolean): void {
  useFormPlaces.setState({ wanted });
}

/** The element of the middle, as a callback ref. */
export function setSlot(slot: HTMLElement | null): void {
  useFormPlaces.setState({ slot });
}
