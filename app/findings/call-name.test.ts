import { expect, test } from 'vitest';
import { didYouMean, nearestName } from './call-name.ts';

test('finds the name that a slip of the finger or another case has changed', () => {
  expect(nearestName('get_wether', ['get_time', 'get_weather'])).toBe('get_weather');
  expect(nearestName('getWeather', ['list', 'get-weather', 'get_weather_alerts'])).toBe('get-weather');
  expect(nearestName('READ_FILE', ['read_file'])).toBe('read_file');
});

test('finds none where every name is another word', () => {
  expect(nearestName('burn_book', ['add_book_to_shelf', 'borrow'])).toBeUndefined();
  expect(nearestName('x', ['y'])).toBeUndefined();
  expect(nearestName('', ['y'])).toBeUndefined();
});

test('asks only if there is something to ask', () => {
  expect(didYouMean('ehco', ['echo'])).toBe(' Did you mean "echo"?');
  expect(didYouMean('ehco', [])).toBe('');
});
