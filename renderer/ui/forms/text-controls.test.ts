import { describe, expect, test } from 'vitest';
import { isSearched, readChoice } from './suggest-control.tsx';
import { base64Of, isPickable } from './text-controls.tsx';

describe('a picker', () => {
  test('shows what it can and nothing for no value', () => {
    for (const kind of ['date', 'time', 'date-time'] as const) {
      expect(isPickable(kind, undefined)).toBe(true);
      expect(isPickable(kind, '')).toBe(true);
      expect(isPickable(kind, 'tomorrow')).toBe(false);
      expect(isPickable(kind, 7)).toBe(false);
    }
    expect(isPickable('date', '2026-02-30')).toBe(false);
    expect(isPickable('date', '2026-02-28')).toBe(true);
    expect(isPickable('time', '09:30:00')).toBe(false);
    expect(isPickable('time', '09:30:00Z')).toBe(true);
    expect(isPickable('date-time', '2026-02-28T09:30:00.123456Z')).toBe(false);
    expect(isPickable('date-time', '2026-02-28T09:30:00-08:00')).toBe(true);
  });
});

describe('very many choices', () => {
  const choices = Array.from({ length: 31 }, (_, index) => ({ label: `no ${index}`, value: index }));

  test('are searched by typing, and any other text is a value too', () => {
    expect(isSearched(choices)).toBe(true);
    expect(isSearched(choices.slice(1))).toBe(false);
    expect(readChoice(choices, 'no 7')).toMatchObject({ value: 7 });
    expect(readChoice(choices, 'no')).toEqual({ value: 'no' });
    expect(readChoice(choices, '')).toBeUndefined();
  });
});

describe('the bytes of a file', () => {
  test('are written as base64, however many they are', () => {
    expect(base64Of(new TextEncoder().encode('hello'))).toBe('aGVsbG8=');
    const many = Uint8Array.from({ length: 20_000 }, (_, index) => index % 256);
    expect(Uint8Array.from(atob(base64Of(many)), (char) => char.charCodeAt(0))).toEqual(many);
  });
});
