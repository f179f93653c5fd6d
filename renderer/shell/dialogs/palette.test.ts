import { expect, test } from 'vitest';
import type { Action } from '../../ui/controls/action.ts';
import { searchActions } from './palette.tsx';

const action = (title: string, detail = ''): Action => ({
  group: 'Log',
  title,
  detail,
  run: () => undefined,
});

const ACTIONS = [
  action('Next row'),
  action('Clear the filter'),
  action('Filter: Slow calls', 'dur:>1s'),
  action('Next error'),
  action('Go to error lab'),
];

const titles = (text: string, recent?: readonly string[]) =>
  searchActions(ACTIONS, text, recent).map(({ title }) => title);

test('without a text every action is there, those chosen lately first', () => {
  expect(titles('', ['Next error', 'Go to error lab'])).toEqual([
    'Next error',
    'Go to error lab',
    'Next row',
    'Clear the filter',
    'Filter: Slow calls',
  ]);
});

test('what begins with the text comes before what holds it, whatever was chosen lately', () => {
  expect(titles('filter', ['Clear the filter'])).toEqual(['Filter: Slow calls', 'Clear the filter']);
});

test('every word must be there, in the title, the group or the detail', () => {
  expect(titles('dur: log')).toEqual(['Filter: Slow calls']);
  expect(titles('next missing')).toEqual([]);
});

test('a title is listed once', () => {
  expect(searchActions([action('a'), action('a')], '')).toHaveLength(1);
});

test('what ends something is never before what does not and fits as well', () => {
  const ends = { ...action('Restart notes'), ends: true };
  const all = [ends, action('Next row'), action('Recordings: open')];
  const found = (text: string, recent?: readonly string[]) =>
    searchActions(all, text, recent).map(({ title }) => title);
  expect(found('')).toEqual(['Next row', 'Recordings: open', 'Restart notes']);
  expect(found('', ['Restart notes'])).toEqual(['Next row', 'Recordings: open', 'Restart notes']);
  expect(found('re')).toEqual(['Recordings: open', 'Restart notes']);
  expect(found('restart')).toEqual(['Restart notes']);
});
