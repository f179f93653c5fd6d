import { useState } from 'react';
import { sameJson } from './form-value.ts';

type Held = { readonly text: string; readonly value: unknown };

/**
 * The text of a value that can be written in several ways, such as `1.0` for 1: what was typed stays while
 * it stands for the value, and gives way once the value changes from elsewhere.
 */
export function useWrittenText(value: unknown, write: (value: unknown) => string) {
  const [held, setHeld] = useState<Held>();
  const text = held !== undefined && sameJson(held.value, value) ? held.text : write(value);
  /** Keeps `text` for as long as the value is `stands`. */
  const hold = (typed: string, stands: unknown) => setHeld({ text: typed, value: stands });
  return { text, hold };
}
