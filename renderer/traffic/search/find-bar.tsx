import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import type { TextRange } from '../../../app/frame/query/text-matcher.ts';
import type { MatchPlace } from '../../../app/frame/view/view-page.ts';
import { host, settled, useLoaded } from '../../state/host/host.ts';
import { matchPlaceOf, useFrontView } from '../../state/log/front-view.ts';
import { focusText, useFocusTarget } from '../../state/screen/focus-targets.ts';
import { useScreen, useSessionView } from '../../state/screen/screen-store.ts';
import line from '../../ui/controls/line-field.module.css';
import { Button, IconButton } from '../../ui/kit.tsx';
import styles from './find-bar.module.css';
import { closeSearch, type SearchState, stepToMatch, useSearch } from './search.ts';

/** Finds text in whole records, bodies included, without hiding rows. */
export function FindBar() {
  const open = useSearch((state) => state.open);
  return open ? <Bar /> : null;
}

function Bar() {
  const search = useSearch();
  const faultId = useId();
  const field = useRef<HTMLInputElement>(null);
  useFocusTarget('search', field, focusText);
  const place = useMatchPlace(search);
  const { text, fault } = search;
  return (
    <search className={styles.bar} aria-label="Search the raw text">
      <div className={`${line.field} ${styles.field}`} data-wrong={fault !== ''}>
        <input
          ref={field}
          type="text"
          aria-label="Text to find"
          aria-invalid={fault !== ''}
          aria-describedby={fault === '' ? undefined : faultId}
          placeholder="Find in whole frames, stderr lines and events"
          spellCheck={false}
          autoComplete="off"
          maxLength={2000}
          value={text}
          onChange={(event) => useSearch.setState({ text: event.target.value })}
          onKeyDown={fieldKey}
        />
        <Toggle name="matchCase" label="Match case" sign="Aa" />
        <Toggle name="regex" label="Regular expression" sign=".*" />
      </div>
      <span role="status" className={styles.count}>
        {countText(search, place)}
      </span>
      <Step label="Previous match" path="M2 8 6 4l4 4" step={-1} disabled={place.count === 0} />
      <Step label="Next match" path="M2 4l4 4 4-4" step={1} disabled={place.count === 0} />
      <IconButton name="Close the search" title="Close (Escape)" onClick={closeSearch} />
      {fault === '' ? null : (
        <p id={faultId} role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      {search.faults.map((sentence) => (
        <p key={sentence} role="alert" className={styles.fault}>
          {sentence}
        </p>
      ))}
    </search>
  );
}

/** The index of the selected match and the number of matches, which depend on matches, selection, filter and rows. */
function useMatchPlace({ search, found }: SearchState): MatchPlace {
  const session = useScreen(({ active }) => active);
  const { selected } = useSessionView(session ?? '');
  const { generation, passing } = useFrontView();
  const row = session === null || selected === null ? null : { session, seq: selected };
  const place = useLoaded(
    search ?? '',
    () => matchPlaceOf(row),
    ...[found, session, selected, generation, passing],
  );
  return place ?? { count: found, at: 0, hidden: 0 };
}

function countText({ text, done, scanned, total, fault, search }: SearchState, place: MatchPlace): string {
  const { count, at, hidden } = place;
  if (text === '' || fault !== '') return '';
  if (search === null && count === 0) return 'searching…';
  const number = (value: number) => value.toLocaleString('en');
  const found =
    count === 0
      ? done
        ? 'nothing found'
        : ''
      : at > 0
        ? `${number(at)} of ${number(count)}`
        : `${number(count)} found`;
  const hiddenText =
    hidden === undefined ? 'some hidden by filter' : hidden > 0 ? `${number(hidden)} hidden by filter` : '';
  const progress = done ? '' : `searching, ${Math.floor((scanned / Math.max(total, 1)) * 100)} %`;
  return [found, hiddenText, progress].filter((part) => part !== '').join(' · ');
}

type ToggleProps = { readonly name: 'matchCase' | 'regex'; readonly label: string; readonly sign: string };

function Toggle({ name, label, sign }: ToggleProps) {
  const pressed = useSearch((state) => state[name]);
  return (
    <Button
      look="bare"
      className={styles.toggle}
      aria-pressed={pressed}
      aria-label={label}
      title={label}
      onClick={() => useSearch.setState({ [name]: !pressed })}
    >
      {sign}
    </Button>
  );
}

type StepProps = {
  readonly label: string;
  readonly path: string;
  readonly step: 1 | -1;
  readonly disabled: boolean;
};

function Step({ label, path, step, disabled }: StepProps) {
  const key = step > 0 ? 'F3' : 'Shift F3';
  return (
    <Button
      look="icon"
      aria-label={label}
      title={`${label} (${key})`}
      disabled={disabled}
      onClick={() => void stepToMatch(step)}
    >
      <svg aria-hidden="true" width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor">
        <path d={path} strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </Button>
  );
}

function fieldKey(event: KeyboardEvent): void {
  if (event.key === 'Enter') void stepToMatch(event.shiftKey ? -1 : 1);
  else if (event.key === 'Escape') closeSearch();
  else return;
  event.preventDefault();
}

const NONE: readonly TextRange[] = [];

type Props = {
  readonly session: string;
  readonly seq: number;
  readonly children: (ranges: readonly TextRange[]) => ReactNode;
};

/** The search matches in one record's text. The host searches: an expression may hang, which this page must not. */
export function FoundRanges({ session, seq, children }: Props) {
  const search = useSearch((state) => (state.found > 0 ? state.search : null));
  const ranges = useLoaded(search === null ? '' : `${search} ${session} ${seq}`, async () => {
    const read = search === null ? undefined : await settled(host().searchRanges({ search, session, seq }));
    return read?.ok === true ? read.value : NONE;
  });
  return children(ranges ?? NONE);
}
