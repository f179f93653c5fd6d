import { useEffect, useRef, useState } from 'react';
import { isJsonObject } from '../../../app/base/json-value.ts';
import type { Completion } from './completion.ts';
import type { Suggest } from './form-context.ts';

export type Suggestions =
  | { readonly kind: 'closed' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'here'; readonly completion: Completion };

/** A server is asked once typing pauses for this long. */
const PAUSE_MS = 200;
const CLOSED = { kind: 'closed' } as const;

/** Asks for values as one types: the last question wins, whatever order the answers come in. */
export function useSuggestions(suggest: Suggest, member: string, root: unknown) {
  const [state, setState] = useState<Suggestions>(CLOSED);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const question = useRef(0);
  useEffect(() => {
    const asked = question;
    return () => {
      clearTimeout(timer.current);
      asked.current += 1;
    };
  }, []);
  const close = () => {
    clearTimeout(timer.current);
    question.current += 1;
    setState(CLOSED);
  };
  const ask = (text: string, pauseMs: number = PAUSE_MS) => {
    clearTimeout(timer.current);
    question.current += 1;
    const mine = question.current;
    timer.current = setTimeout(async () => {
      setState({ kind: 'asking' });
      const answer = await suggest(member, text, otherTexts(root, member));
      if (mine !== question.current) return;
      setState(
        answer.ok ? { kind: 'here', completion: answer.value } : { kind: 'failed', error: answer.error },
      );
    }, pauseMs);
  };
  return { state, ask, close };
}

/** The other members that are texts and not empty: a server may narrow its values down by them. */
function otherTexts(root: unknown, member: string): Record<string, string> {
  if (!isJsonObject(root)) return {};
  const others: Record<string, string> = {};
  for (const [name, value] of Object.entries(root)) {
    if (name !== member && typeof value === 'string' && value !== '') others[name] = value;
  }
  return others;
}
