import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { offsetText, pickerText, readDateTime, readTime, writeZoned } from './text-controls.tsx';

describe('a date-time', () => {
  test.each([
    ['2026-01-31T09:30:15Z', '2026-01-31T09:30:15', 'Z'],
    ['2026-01-31t09:30:15.250+02:00', '2026-01-31T09:30:15.250', '+02:00'],
    ['2026-01-31T09:30:00-00:00', '2026-01-31T09:30:00', '-00:00'],
  ])('%s is shown by the picker', (text, local, zone) => {
    expect(readDateTime(text)).toEqual({ local, zone });
  });

  test.each([
    '2026-02-30T09:30:00Z',
    '2026-01-31T09:30:00',
    '2026-01-31',
    '2026-01-31T24:00:00Z',
    'soon',
    '',
  ])('%j is left to the text box', (text) => {
    expect(readDateTime(text)).toBeUndefined();
  });

  test('is written as RFC 3339, also if the picker leaves the seconds out', () => {
    expect(writeZoned({ local: '2026-01-31T09:30', zone: '+05:30' })).toBe('2026-01-31T09:30:00+05:30');
    expect(writeZoned({ local: '2026-01-31T09:30:07', zone: 'Z' })).toBe('2026-01-31T09:30:07Z');
  });

  test('comes back from the picker as it was', () => {
    const date = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(date, fc.integer({ min: -1439, max: 1439 }), (at, east) => {
        const text = at.toISOString().replace('Z', offsetText(east));
        const read = readDateTime(text);
        expect(read).toBeDefined();
        if (read === undefined) return;
        const again = readDateTime(writeZoned({ local: pickerText(read), zone: read.zone }));
        expect(new Date(writeZoned(again ?? read))).toEqual(new Date(text));
      }),
    );
  });
});

describe('a time', () => {
  test('has an offset', () => {
    expect(readTime('09:30:00Z')).toEqual({ local: '09:30:00', zone: 'Z' });
    expect(readTime('09:30:00.5-03:30')).toEqual({ local: '09:30:00.5', zone: '-03:30' });
    expect(readTime('09:30:00')).toBeUndefined();
    expect(writeZoned({ local: '09:30', zone: '-03:30' })).toBe('09:30:00-03:30');
  });

  test('is shown in the form that a picker gives back', () => {
    expect(pickerText({ local: '09:30:00', zone: 'Z' })).toBe('09:30');
    expect(pickerText({ local: '09:30:00.250', zone: 'Z' })).toBe('09:30:00.25');
    expect(pickerText({ local: '09:30:10', zone: 'Z' })).toBe('09:30:10');
  });

  test.each([
    [0, '+00:00'],
    [330, '+05:30'],
    [-210, '-03:30'],
  ])('%i minutes east are %s', (minutes, text) => {
    expect(offsetText(minutes)).toBe(text);
  });
});
