import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { isJsonObject, stringAt } from '../../../app/base/json-value.ts';
import { recordingActions } from '../../runs/recordings/open-files.ts';
import { openForm } from '../../server/tools/edit-again.ts';
import { useLoaded } from '../../state/host/host.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { recentChoices, rememberChoice } from '../../state/runs/recent-store.ts';
import { activeSession, showDialog, useScreen } from '../../state/screen/screen-store.ts';
import { loggedList } from '../../state/server/load-list.ts';
import { serverActivity } from '../../state/server/server-activity.ts';
import { filterActions } from '../../traffic/filter/saved-filters-menu.tsx';
import { type Action, formatChord } from '../../ui/controls/action.ts';
import { drawnText, searchTerms } from '../../ui/format/drawn-text.tsx';
import { DialogShell } from '../../ui/kit.tsx';
import { useInSight } from '../../ui/list/roving-focus.ts';
import { actionsNow, currentActions } from '../keyboard/actions.ts';
import styles from './palette.module.css';

/** Finds every action, session, tool, saved filter and recording by typing; recently used ones come first. */
export function Palette() {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  // By title: late entries may be inserted above it.
  const [chosen, setChosen] = useState<string>();
  const actions = useReachable();
  const recent = useMemo(recentChoices, []);
  const found = searchActions(text.trim() === '' ? nowFirst(actions) : actions, text, recent);
  const at = Math.max(
    found.findIndex(({ title }) => title === chosen),
    0,
  );
  const key = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setChosen(found[(at + 1) % found.length]?.title);
    else if (event.key === 'ArrowUp') setChosen(found.at(at - 1)?.title);
    else if (event.key === 'Enter') run(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <DialogShell title="All actions" titleHidden initialFocus={field}>
      <input
        ref={field}
        className={styles.field}
        role="combobox"
        aria-label="Search the actions"
        aria-expanded="true"
        aria-controls="palette-actions"
        aria-activedescendant={found.length === 0 ? undefined : `palette-${at}`}
        placeholder="What do you want to do?"
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(undefined);
        }}
        onKeyDown={key}
      />
      <div id="palette-actions" role="listbox" aria-label="Actions" className={styles.list}>
        {found.map((action, index) => (
          <Option
            key={action.title}
            action={action}
            index={index}
            chosen={index === at}
            recent={recent.includes(action.title)}
          />
        ))}
      </div>
      {found.length === 0 ? <p className={styles.none}>No action has these words.</p> : null}
    </DialogShell>
  );
}

/** Every available action; tools are added once the server has listed them, recordings once loaded. */
function useReachable(): readonly Action[] {
  const current = useMemo(() => [...currentActions(), ...filterActions()], []);
  const tools = useToolActions();
  const recordings = useLoaded('recordings', recordingActions) ?? NONE;
  return useMemo(
    () => [...current, ...tools, ...recordings].toSorted((one, other) => placeOf(one) - placeOf(other)),
    [current, tools, recordings],
  );
}

const NONE: readonly Action[] = [];
const MAX_CALLS = 6;

/** Before typing: context actions, some tools, the rest, and finally other sessions. */
function nowFirst(actions: readonly Action[]): readonly Action[] {
  const calls = actions.filter(isCall);
  const places = actions.filter(isGoTo);
  const rest = actions.filter((one) => !isCall(one) && !isGoTo(one));
  return [...actionsNow(calls.slice(0, MAX_CALLS)), ...rest, ...calls, ...places];
}

function isGoTo({ title }: Action): boolean {
  return title.startsWith('Go to ');
}

function isCall({ group, title }: Action): boolean {
  return group === 'Tools' && title.startsWith('Call ');
}

/** The tools of the sidebar's session, as actions that open their forms; empty while unknown. */
function useToolActions(): readonly Action[] {
  const session = useScreen(({ active }) => active) ?? '';
  const { mirror } = useSessionLog(session);
  const newest = serverActivity(mirror).trace('tools').answers.at(-1) ?? 0;
  return useLoaded(newest === 0 ? '' : session, () => toolActions(session), newest, mirror) ?? NONE;
}

function placeOf(action: Action): number {
  if (isGoTo(action)) return 0;
  return isCall(action) ? 1 : 2;
}

type OptionProps = {
  readonly action: Action;
  readonly index: number;
  readonly chosen: boolean;
  readonly recent: boolean;
};

function Option({ action, index, chosen, recent }: OptionProps) {
  const element = useInSight<HTMLDivElement>(chosen);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above chooses and runs by keys
    <div
      ref={element}
      id={`palette-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className={styles.option}
      onClick={() => run(action)}
    >
      <span className={styles.group}>{action.group}</span>
      <span className={styles.title}>{drawnText(action.title)}</span>
      {action.detail === undefined ? null : <span className={styles.detail}>{action.detail}</span>}
      {recent ? <span className={styles.recent}>recent</span> : null}
      {action.key !== undefined && <kbd>{formatChord(action.key)}</kbd>}
    </div>
  );
}

/** Closes first: an action may open another dialog or move the focus. */
function run(action: Action | undefined): void {
  if (action === undefined) return;
  rememberChoice(action);
  showDialog(null);
  // The closing dialog restores the focus in its next frames; the action runs after that.
  setTimeout(action.run, 60);
}

async function toolActions(session: string): Promise<readonly Action[]> {
  const listed = await loggedList(session, 'tools');
  if (!listed.ok) return NONE;
  const detail = activeSession()?.label ?? '';
  return listed.value.items
    .flatMap((tool) => (isJsonObject(tool) ? [stringAt(tool, 'name') ?? ''] : []))
    .filter((name) => name !== '')
    .map((name) => ({
      group: 'Tools',
      title: `Call ${name}…`,
      detail,
      run: () => openForm('tools', session, name),
    }));
}

/**
 * The actions that contain every word of the text: first titles that begin with it, then titles that contain it, then
 * the rest. Among equals, recently used ones come first and those that end something last; `recent` contains the titles
 * of the former, newest first. A title is listed once.
 */
export function searchActions(
  actions: readonly Action[],
  text: string,
  recent: readonly string[] = [],
): Action[] {
  const words = searchTerms(text);
  const whole = text.trim().toLowerCase();
  const seen = new Set<string>();
  const found = actions.flatMap((action) => {
    const title = action.title.toLowerCase();
    const haystack = `${action.group} ${title} ${action.detail ?? ''}`.toLowerCase();
    if (seen.has(action.title) || !words.every((word) => haystack.includes(word))) return [];
    seen.add(action.title);
    const used = recent.indexOf(action.title);
    const lately = used < 0 ? 1 : used / (recent.length + 1);
    return [{ action, rank: fitOf(title, whole, words) * 2 + (action.ends === true ? 1.5 : lately) }];
  });
  // The sort is stable: actions of equal rank keep the order of the table.
  return found.sort((one, other) => one.rank - other.rank).map(({ action }) => action);
}

function fitOf(title: string, whole: string, words: readonly string[]): number {
  if (title.startsWith(whole)) return 0;
  if (title.includes(whole)) return 1;
  return words.every((word) => title.includes(word)) ? 2 : 3;
}
