import { type MouseEvent, memo, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { visibleText } from '../../../app/base/hidden-characters.ts';
import { ERROR_TIERS } from '../../../app/frame/tier.ts';
import type { ToolHint } from '../../../app/protocol/tool-hints.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { type CallOutcome, callOutcome } from '../../state/server/call-end.ts';
import type { UseCount } from '../../state/server/server-activity.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ContextMenuOf } from '../../ui/controls/context-menu.tsx';
import pageStyles from '../../ui/controls/page.module.css';
import { TierMark } from '../../ui/controls/tier-mark.tsx';
import { counted, NAME_CHARS, shortened } from '../../ui/format/counted.ts';
import { markedText } from '../../ui/format/marked-text.tsx';
import { useInSight } from '../../ui/list/in-sight.ts';
import { ROVING_ITEM } from '../../ui/list/roving-focus.ts';
import { HintMarks } from './hint-marks.tsx';
import { LastOutcome } from './last-outcome.tsx';
import styles from './server-list.module.css';

/** A tool, resource, prompt or task, as the sidebar lists it. */
export type ServerListItem = {
  /** What distinguishes it from the others; of two that are the same, the place does. */
  readonly id: string;
  readonly label: string;
  readonly title: string | undefined;
  /** What stands below the label. */
  readonly second?: string | undefined;
  readonly hints?: readonly ToolHint[];
};

type Props = {
  readonly session: string;
  readonly label: string;
  /** The same objects until the list changes: an entry that stays is not drawn again. */
  readonly items: readonly ServerListItem[];
  readonly uses?: ReadonlyMap<string, UseCount> | undefined;
  readonly chosen: string | undefined;
  /** The terms of the search, which are marked. */
  readonly terms?: readonly string[];
  readonly onChoose: (id: string) => void;
  /** The items of an entry's context menu. */
  readonly menu?: (id: string) => ReactNode;
};

/** Drawn at once: more would make typing in the search box slow. */
const DRAWN = 1000;
/** Of what is said of an entry. */
const TITLE_CHARS = 1000;
const NO_TERMS: readonly string[] = [];

/** The entries of a server list as buttons, each with how its last use ended, its uses and their failures by tier. */
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

/** A function that stays the same and does what the last one given does. */
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
  /** Changes with the count and the last outcome: the count is one object that grows. */
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
          <span className={styles.texts}>
            <span className={styles.name}>{markedText(shortened(label, NAME_CHARS), terms)}</span>
            {second !== undefined && (
              <span className={styles.second}>{markedText(shortened(second, NAME_CHARS), terms)}</span>
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
    <span className={styles.counts}>
      {ERROR_TIERS.filter((tier) => count[tier] > 0).map((tier) => (
        <span key={tier} className={styles.errors} data-tier={tier}>
          <TierMark tier={tier} size={11} named />
          {count[tier]}
        </span>
      ))}
      <span title={counted(count.calls, 'call')}>{count.calls}</span>
    </span>
  );
}
