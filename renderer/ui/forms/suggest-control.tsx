import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isJsonObject } from '../../../app/base/json-value.ts';
import { counted } from '../format/quantity-text.ts';
import styles from './form.module.css';
import { type Completion, type ControlProps, completionText, type Suggest, useForm } from './form-context.ts';
import { sameJson } from './form-value.ts';
import { type Choice, choiceText } from './schema-form.ts';
import listStyles from './suggest-control.module.css';

type Props = ControlProps & { readonly suggest: Suggest };

/** The protocol allows 100 (MCP, server/utilities/completion); beyond this limit they are only counted. */
const MAX_LISTED = 200;

/** A text that the server completes while typing; arrow keys select a value, Enter accepts it. */
export function SuggestControl({ id, path, describedBy, field, suggest }: Props) {
  const { value: root } = useForm();
  const member = String(path[0]);
  const { state, request, close } = useSuggestions(suggest, member, root);
  const [active, setActive] = useState(-1);
  const values = state.kind === 'here' ? state.completion.values.slice(0, MAX_LISTED) : [];
  const text = typeof field.value === 'string' ? field.value : '';
  const take = (value: string | undefined) => {
    if (value !== undefined) field.set(value);
    setActive(-1);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (state.kind === 'closed') return request(text, 0);
      setActive(stepped(active, event.key === 'ArrowDown' ? 1 : -1, values.length));
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      take(values[active]);
    } else if (event.key === 'Escape' && state.kind !== 'closed') {
      event.stopPropagation();
      take(undefined);
    }
  };
  return (
    <>
      <input
        id={id}
        role="combobox"
        className={styles.control}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={describedBy}
        aria-autocomplete="list"
        aria-expanded={values.length > 0}
        aria-controls={`${id}-values`}
        aria-activedescendant={active >= 0 ? `${id}-value-${active}` : undefined}
        placeholder={field.value === undefined ? 'not set · ↓ for values' : 'empty text · ↓ for values'}
        disabled={field.disabled}
        value={text}
        onChange={(event) => {
          field.set(event.target.value);
          setActive(-1);
          request(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => take(undefined)}
      />
      <Values id={id} name={member} state={state} active={active} onTake={take} />
    </>
  );
}

type ValuesProps = {
  readonly id: string;
  readonly name: string;
  readonly state: Suggestions;
  readonly active: number;
  readonly onTake: (value: string) => void;
};

function Values({ id, name, state, active, onTake }: ValuesProps) {
  return (
    <div
      className={listStyles.box}
      hidden={state.kind === 'closed'}
      // In a short window the values would open below the edge of the form.
      ref={(box) => {
        if (state.kind !== 'closed') box?.scrollIntoView({ block: 'nearest' });
      }}
    >
      <div
        role="listbox"
        id={`${id}-values`}
        aria-label={`Values for ${name}`}
        // Every option is reachable from the text box; the list itself only scrolls.
        tabIndex={-1}
        className={listStyles.values}
      >
        {state.kind === 'here' &&
          state.completion.values.slice(0, MAX_LISTED).map((value, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text box has the keys of a combobox
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text box
            <div
              key={`${index} ${value}`}
              role="option"
              id={`${id}-value-${index}`}
              aria-selected={index === active}
              className={listStyles.value}
              ref={(option) => {
                if (index === active) option?.scrollIntoView({ block: 'nearest' });
              }}
              // The text box must not lose the focus before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onTake(value)}
            >
              {value === '' ? '(empty text)' : value}
            </div>
          ))}
      </div>
      <p role="status" className={listStyles.note} data-fault={state.kind === 'failed'}>
        {state.kind === 'loading' && 'Asking the server…'}
        {state.kind === 'failed' && `No values: ${state.error}`}
        {state.kind === 'here' && completionText(state.completion, MAX_LISTED)}
      </p>
    </div>
  );
}

/** The next value, wrapping around; the text box itself comes before the first. */
function stepped(at: number, step: 1 | -1, length: number): number {
  if (length === 0) return -1;
  return at < 0 && step < 0 ? length - 1 : (at + step + length) % length;
}

type Suggestions =
  | { readonly kind: 'closed' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'here'; readonly completion: Completion };

/** How long typing must pause before the server is asked, in milliseconds. */
const PAUSE_MS = 200;
const CLOSED = { kind: 'closed' } as const;

/** Requests values while typing: the last request wins, whatever the order of the answers. */
function useSuggestions(suggest: Suggest, member: string, root: unknown) {
  const [state, setState] = useState<Suggestions>(CLOSED);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const question = useRef(0);
  useEffect(() => {
    const requested = question;
    return () => {
      clearTimeout(timer.current);
      requested.current += 1;
    };
  }, []);
  const close = () => {
    clearTimeout(timer.current);
    question.current += 1;
    setState(CLOSED);
  };
  const request = (text: string, pauseMs: number = PAUSE_MS) => {
    clearTimeout(timer.current);
    question.current += 1;
    const mine = question.current;
    timer.current = setTimeout(async () => {
      setState({ kind: 'loading' });
      const answer = await suggest(member, text, otherTexts(root, member));
      if (mine !== question.current) return;
      setState(
        answer.ok ? { kind: 'here', completion: answer.value } : { kind: 'failed', error: answer.error },
      );
    }, pauseMs);
  };
  return { state, request, close };
}

/** The other members that are nonempty texts: a server may use them to narrow its values. */
function otherTexts(root: unknown, member: string): Record<string, string> {
  if (!isJsonObject(root)) return {};
  const others: Record<string, string> = {};
  for (const [name, value] of Object.entries(root)) {
    if (name !== member && typeof value === 'string' && value !== '') others[name] = value;
  }
  return others;
}

const MAX_LISTED_SEARCHCHOICE = 30;

/** True if there are too many choices for a scrolling list. */
export function isSearched(choices: readonly Choice[]): boolean {
  return choices.length > MAX_LISTED_SEARCHCHOICE;
}

type SearchChoiceProps = ControlProps & { readonly choices: readonly Choice[] };

/** One of very many choices: typed, with matching choices below; any other text is sent unchanged. */
export function SearchChoice({ id, describedBy, field, choices }: SearchChoiceProps) {
  const { value } = field;
  const chosen = choices.find((choice) => sameJson(choice.value, value));
  const text = value === undefined ? '' : (chosen?.label ?? choiceText(value));
  const { shown, left } = offered(choices, chosen === undefined ? text : '');
  return (
    <>
      <input
        id={id}
        list={`${id}-choices`}
        className={styles.control}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={describedBy}
        disabled={field.disabled}
        placeholder={`not set · type to search ${choices.length.toLocaleString('en')} choices`}
        value={text}
        onChange={(event) => {
          const next = readChoice(choices, event.target.value);
          if (next === undefined) field.unset();
          else field.set(next.value);
        }}
      />
      <datalist id={`${id}-choices`}>
        {shown.map((choice) => (
          <option key={JSON.stringify(choice.value)} value={choice.label} />
        ))}
      </datalist>
      {left > 0 && (
        <p className={styles.limits}>
          {shown.length.toLocaleString('en')} of {counted(shown.length + left, 'choice')} offered; type to
          narrow them down
        </p>
      )}
    </>
  );
}

/** How many choices the list below the box offers: a browser renders all of them. */
const MAX_OFFERED = 200;

/** The first choices that contain the text, ignoring case, and how many more do. */
function offered(
  choices: readonly Choice[],
  text: string,
): { readonly shown: readonly Choice[]; readonly left: number } {
  const searched = text.toLowerCase();
  const fitting = choices.filter(({ label }) => label.toLowerCase().includes(searched));
  return { shown: fitting.slice(0, MAX_OFFERED), left: Math.max(0, fitting.length - MAX_OFFERED) };
}

/** The choice with this label, or else the text itself as a value; undefined for empty text. */
export function readChoice(choices: readonly Choice[], text: string): { value: unknown } | undefined {
  if (text === '') return undefined;
  return choices.find(({ label }) => label === text) ?? { value: text };
}
