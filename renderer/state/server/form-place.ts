import { create } from 'zustand';
import { readRemembered, remember } from '../screen/stored-entries.ts';

/** The place of a form: below its list in the sidebar, or above the log, with more room. */
export type FormPlace = 'sidebar' | 'middle';

/** Forms with more fields than this are large. */
const LARGE_FROM = 10;

type Size = 'small' | 'large';

type FormPlaces = {
  /** The places of small and of large forms, as the user last moved one. */
  readonly places: Readonly<Record<Size, FormPlace>>;
  readonly wanted: boolean;
  /** The element of the middle; null while it is not mounted. */
  readonly slot: HTMLElement | null;
};

const KEY = 'form-places';

export const useFormPlaces = create<FormPlaces>(() => ({
  places: rememberedPlaces(readRemembered(KEY)),
  wanted: false,
  slot: null,
}));

/** Reads the places from storage; invalid ones get the defaults. */
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

export function useFormPlace(fields: number): FormPlace {
  return useFormPlaces(({ places }) => places[sizeOf(fields)]);
}

/** Moves forms of this size to a place, now and for later starts. */
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
