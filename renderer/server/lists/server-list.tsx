import { type MouseEvent, memo, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { visibleText } from '../../../app/base/hidden-characters.ts';
import { printQuery } from '../../../app/frame/query/complete-query.ts';
import type { Query } from '../../../app/frame/query/query.ts';
import { ERROR_TIERS } from '../../../app/frame/tier.ts';
import type { ToolHint } from '../../../app/protocol/tool-hints.ts';
import { type CallOutcome, callOutcome, type UseCount } from '../../../app/session/server-activity.ts';
import pageStyles from '../../shared/page.module.css';
import { setFilterText } from '../../state/log/filter-store.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { showCenterView } from '../../state/screen/screen-store.ts';
import { useCopyText } from '../../ui/controls/copy-button.tsx';
import { ContextMenuOf, MenuItem, MenuLine } from '../../ui/controls/menus.tsx';
import { markedText, searchTest } from '../../ui/format/drawn-text.tsx';
import { counted, NAME_CHARS, shortened } from '../../ui/format/quantity-text.ts';
import { Button, Glyph, kit, TierMark } from '../../ui/kit.tsx';
import { ROVING_ITEM, useInSight } from '../../ui/list/roving-focus.ts';
import styles from './server-list.module.css';

export type ServerListItem = {
  /** Identifies the item; duplicates are distinguished by position. */
  readonly id: string;
  readonly label: string;
  readonly title: string | undefined;
  readonly second?: string | undefined;
  readonly hints?: readonly ToolHint[];
};

type Props = {
  readonly session: string;
  readonly label: string;
  /** The same objects until the list changes, so that unchanged entries do not render again. */
  readonly items: readonly ServerListItem[];
  readonly uses?: ReadonlyMap<string, UseCount> | undefined;
  readonly chosen: string | undefined;
  readonly terms?: readonly string[];
  readonly onChoose: (id: string) => void;
  readonly menu?: (id: string) => ReactNode;
};

/** Rendering more would make typing in the search box slow. */
const DRAWN = 1000;
const TITLE_CHARS = 1000;
const NO_TERMS: readonly string[] = [];

/** The entries of a server list as buttons, each with its last outcome, its uses and their failures by tier. */
export function ServerList({ session, label, items, uses, chosen, terms = NO_TERMS, onChoose, menu }: Props) {
  const { mirror } = useSessionLog(session);
  const [drawn, setDrawn] = useState(DRAWN);
  const choose = useLatest(onChoose);
  const left = items.length - drawn;
  const [asked, setAsked] = useState<string>();
  // One menu for all entries: a list may have a thousand.
  const askedFor = (event: MouseEvent) => {
    const entry = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-entry]') : null;
    setAsked(entry?.dataset.entry);
  };
  const list = (
    <ul aria-label={label} {...(menu === undefined ? {} : { onContextMenu: askedFor })}>
      {items.slice(0, drawn).map((item, index) => {
        const count = uses?.get(item.id);
        const request = count === undefined ? undefined : mirror.rowOf(count.last);
        const last = request === undefined ? undefined : callOutcome(request, (seq) => mirror.rowOf(seq));
        return (
          <ListRow
            key={`${index} ${item.id}`}
            item={item}
            chosen={item.id === chosen}
            terms={terms}
            count={count}
            last={last}
            state={
              count === undefined ? '' : `${Object.values(count).join(' ')} ${last?.outcome} ${last?.tier}`
            }
            onChoose={choose}
          />
        );
      })}
    </ul>
  );
  return (
    <>
      {menu === undefined ? (
        list
      ) : (
        <ContextMenuOf trigger={list}>{asked === undefined ? null : menu(asked)}</ContextMenuOf>
      )}
      {left > 0 && (
        <Button className={pageStyles.more} onClick={() => setDrawn(drawn + DRAWN)}>
          Show {Math.min(left, DRAWN)} more of {left}
        </Button>
      )}
    </>
  );
}

/** A stable function that calls the latest one given. */
function useLatest(act: (id: string) => void): (id: string) => void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((id) => latest.current(id), []);
}

type RowProps = {
  readonly item: ServerListItem;
  readonly chosen: boolean;
  readonly terms: readonly string[];
  readonly count: UseCount | undefined;
  readonly last: CallOutcome | undefined;
  /** Changes with the count and the last outcome, because the count is one mutable object. */
  readonly state: string;
  readonly onChoose: (id: string) => void;
};

const ListRow = memo(
  function ListRow({ item, chosen, terms, count, last, onChoose }: RowProps) {
    const { id, label, title, second, hints = [] } = item;
    // The form that opens below takes room from the list.
    const entry = useInSight<HTMLLIElement>(chosen);
    return (
      <li ref={entry} className={styles.item}>
        <Button
          {...ROVING_ITEM}
          look="row"
          data-entry={id}
          className={styles.entry}
          aria-pressed={chosen}
          title={title === undefined ? undefined : visibleText(shortened(title, TITLE_CHARS))}
          onClick={() => onChoose(id)}
        >
          <span className={kit.grow}>
            <span className={`${kit.truncate} ${kit.mono} ${kit.block}`}>
              {markedText(shortened(label, NAME_CHARS), terms)}
            </span>
            {second !== undefined && (
              <span className={`${kit.truncate} ${kit.note} ${kit.block}`}>
                {markedText(shortened(second, NAME_CHARS), terms)}
              </span>
            )}
          </span>
          <LastOutcome last={last} />
          <Count count={count} />
          <HintMarks hints={hints} />
        </Button>
      </li>
    );
  },
  (before, after) =>
    before.item === after.item &&
    before.chosen === after.chosen &&
    before.terms === after.terms &&
    before.state === after.state,
);

function Count({ count }: { readonly count: UseCount | undefined }) {
  if (count === undefined) return null;
  return (
    <span className={`${kit.row} ${kit.mute} ${kit.mono} ${kit.gap3} ${kit.fixed}`}>
      {ERROR_TIERS.filter((tier) => count[tier] > 0).map((tier) => (
        <span key={tier} className={`${kit.inline} ${kit.strong} ${kit.tier} ${kit.gap1}`} data-tier={tier}>
          <TierMark tier={tier} size={11} named />
          {count[tier]}
        </span>
      ))}
      <span title={counted(count.calls, 'call')}>{count.calls}</span>
    </span>
  );
}

function LastOutcome({ last }: { readonly last: CallOutcome | undefined }) {
  if (last === undefined) return <span className={styles.last} />;
  const isPending = last.outcome === 'pending';
  const label = isPending ? 'under way' : `last: ${last.outcome}`;
  return (
    <span className={styles.last} data-tier={last.tier} role="img" aria-label={label} title={label}>
      {last.tier === 'ok' ? (
        <svg aria-hidden="true" width="11" height="11" viewBox="0 0 12 12" fill="none" stroke="currentColor">
          {isPending ? (
            <circle cx="6" cy="6" r="3.2" strokeWidth="1.4" strokeDasharray="2.5 1.6" />
          ) : (
            <path d="M2.6 6.4 5 8.8l4.4-5" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
          )}
        </svg>
      ) : (
        <TierMark tier={last.tier} size={11} />
      )}
    </span>
  );
}

type ItemMenuProps = {
  readonly use: string;
  readonly onUse: () => void;
  readonly what: string;
  readonly filter: string;
  readonly copies: readonly { readonly label: string; readonly text: () => string }[];
};

export function ItemMenu({ use, onUse, what, filter, copies }: ItemMenuProps) {
  const copy = useCopyText();
  return (
    <>
      <MenuItem run={onUse}>{use}</MenuItem>
      <MenuItem
        run={() => {
          setFilterText(filter);
          showCenterView('log');
        }}
      >
        Filter the log by this {what}
      </MenuItem>
      <MenuItem run={() => showCenterView('statistics')}>Show the statistics</MenuItem>
      <MenuLine />
      {copies.map(({ label, text }) => (
        <MenuItem key={label} run={() => void copy(text())}>
          {label}
        </MenuItem>
      ))}
    </>
  );
}

/** The filter for requests of a method to a target, and their answers. */
export function targetFilter(method: string, target: string): string {
  if (method === 'tools/call') return printQuery({ kind: 'text', key: 'tool', patterns: [[target]] });
  const parts: readonly Query[] = [
    { kind: 'text', key: 'method', patterns: [[method]] },
    { kind: 'word', pattern: [target] },
  ];
  return printQuery({ kind: 'and', parts });
}

export type Named = {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly uri?: string | undefined;
};

/** Items whose name, title, address or description contains every term of the query. */
export function matching<Item extends Named>(items: readonly Item[], query: string): readonly Item[] {
  if (query.trim() === '') return items;
  const fits = searchTest(query);
  return items.filter(({ name, title = '', description = '', uri = '' }) =>
    fits(`${name} ${title} ${uri} ${description}`),
  );
}

const BEFORE_CHARS = 24;
const SNIPPET_CHARS = 160;

/** The text below an entry's name: the search match in its description, else its title. */
export function secondLine(item: Named, terms: readonly string[]): string | undefined {
  const title = item.title !== undefined && saysMore(item.title, item.name) ? item.title : undefined;
  const shown = `${item.name} ${title ?? ''}`.toLowerCase();
  const { description = '' } = item;
  const lower = description.toLowerCase();
  const hidden = terms.find((term) => !shown.includes(term) && lower.includes(term));
  if (hidden === undefined) return title;
  const at = lower.indexOf(hidden);
  const from = at <= BEFORE_CHARS ? 0 : at - BEFORE_CHARS;
  const before = description.slice(from, at);
  // Cuts between words if possible.
  const start = from === 0 ? before : `…${before.replace(/^\S*\s+/, '')}`;
  return (start + description.slice(at, at + SNIPPET_CHARS)).replace(/\s+/g, ' ');
}

/** False for a title that only respells the name, such as `Get Sum Tool` for `get-sum`. */
function saysMore(title: string, name: string): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const own = letters(title);
  return own !== '' && own !== letters(name) && own !== `${letters(name)}tool`;
}

const PATHS: Readonly<Record<ToolHint['hint'], string>> = {
  destructive: 'M2.5 3.8h9M5.4 3.8V2.4h3.2v1.4M3.6 3.8l.6 7.8h5.6l.6-7.8M5.9 6.2v3.2M8.1 6.2v3.2',
  'read-only': 'M1.2 7S3.4 3.2 7 3.2 12.8 7 12.8 7 10.6 10.8 7 10.8 1.2 7 1.2 7M7 5.4a1.6 1.6 0 1 0 .01 0',
  idempotent: 'M11.6 7A4.6 4.6 0 1 1 10 3.5M10.4 1.4v2.3H8.1M5.4 6.2h3.2M5.4 8.2h3.2',
  'open world':
    'M7 1.8a5.2 5.2 0 1 0 .01 0M1.8 7h10.4M7 1.8c-3.4 3.4-3.4 7 0 10.4M7 1.8c3.4 3.4 3.4 7 0 10.4',
};

type HintMarksProps = {
  readonly hints: readonly ToolHint[];
  readonly inWords?: boolean;
};

/** The server's hints on a tool's effect, as small glyphs with labels. */
export function HintMarks({ hints, inWords = false }: HintMarksProps) {
  if (hints.length === 0) return null;
  return (
    <span className={`${kit.inline} ${kit.mute} ${kit.gap2}`}>
      {hints.map(({ hint, meaning }) => (
        <span
          key={hint}
          className={inWords ? `${kit.inline} ${kit.tag} ${styles.word}` : styles.glyph}
          data-tone={hint}
          title={inWords ? meaning : `${hint}: ${meaning}`}
          {...(inWords ? {} : { role: 'img', 'aria-label': hint })}
        >
          <Glyph path={PATHS[hint]} />
          {inWords ? hint : null}
        </span>
      ))}
    </span>
  );
}

/** The glyph for a destructive effect, used on the button. */
export function DestructiveGlyph() {
  return <Glyph path={PATHS.destructive} width={1.5} />;
}
