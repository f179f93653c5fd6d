import { beforeEach, expect, test } from 'vitest';
import { rememberedPlaces, setFormPlace, useFormPlaces } from './form-place.ts';

beforeEach(() => useFormPlaces.setState(useFormPlaces.getInitialState()));

test('a form of more than ten fields stands in the middle, a smaller one in the sidebar', () => {
  expect(rememberedPlaces(undefined)).toEqual({ small: 'sidebar', large: 'middle' });
});

test('moving a small form leaves the large ones where they are', () => {
  setFormPlace(10, 'middle');
  expect(useFormPlaces.getState().places).toEqual({ small: 'middle', large: 'middle' });
  setFormPlace(11, 'sidebar');
  expect(useFormPlaces.getState().places).toEqual({ small: 'middle', large: 'sidebar' });
});

test('damaged settings are as none', () => {
  expect(rememberedPlaces({ small: 7, large: 'roof' })).toEqual(rememberedPlaces(undefined));
});
