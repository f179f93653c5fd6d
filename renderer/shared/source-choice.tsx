import { useShownRows } from '../state/log/front-view.ts';
import { useSessionLog } from '../state/log/log-mirrors.ts';
import { useScreen, useSessionView } from '../state/screen/screen-store.ts';
import {
  type LogPart,
  SELECTION_HINT,
  useSelectedRows,
  useSelectionParts,
} from '../state/selection/selection.ts';
import { SelectLine } from '../ui/controls/fields.tsx';
import { counted } from '../ui/format/quantity-text.ts';
import { PartChoice } from '../ui/kit.tsx';

type Props = {
  readonly session: string;
  readonly choose: (session: string) => void;
  /** Why only one session can be chosen here. */
  readonly why: string;
};

/** Chooses the session whose rows are used, if rows of several are selected in the merged log. */
export function SourceChoice({ session, choose, why }: Props) {
  const parts = useSelectionParts();
  const own = useScreen((state) => state.sessions.find((info) => info.session === session));
  if (parts.length < 2) return null;
  const listed = parts.some(({ info }) => info.session === session);
  const options = parts.map(
    ({ info, name, seqs }) => [info.session, `${name} (${seqs.size.toLocaleString('en')} selected)`] as const,
  );
  if (!listed && own !== undefined) options.unshift([session, `${own.label} (no rows selected)`]);
  return (
    <SelectLine label="From" value={session} onChange={choose} options={options}>
      <small>{why}</small>
    </SelectLine>
  );
}

type PartProps = {
  readonly session: string;
  readonly legend: string;
  readonly name: string;
  /** The parts in order; `whole` names the whole log. */
  readonly order: readonly LogPart[];
  readonly whole: string;
  readonly part: LogPart;
  readonly choose: (part: LogPart) => void;
};

/** Chooses which rows of a session to use; each part shows its size. */
export function LogPartChoice({ session, legend, name, order, whole, part, choose }: PartProps) {
  const { length: rows, table } = useSessionLog(session).mirror;
  const shown = useShownRows(session, rows);
  const { selected } = useSessionView(session);
  const { size } = useSelectedRows(session);
  const last = table.length === 0 ? 0 : table.columns.seq.at(table.length - 1);
  const current = selected === null ? 'nothing is selected' : `#${selected}`;
  const titles: Readonly<Record<LogPart, readonly [title: string, hint: string, possible: boolean]>> = {
    whole: [whole, `${counted(rows, 'row')}${last === 0 ? '' : ` up to #${last}`}`, true],
    filtered: ['What the filter shows', counted(shown, 'row'), shown < rows],
    rows: ['Selected rows', size === 0 ? SELECTION_HINT : counted(size, 'row'), size > 0],
    selected: ['Selected exchange', current, selected !== null],
  };
  const parts = order.map((one) => [one, ...titles[one]] as const);
  return <PartChoice legend={legend} name={name} parts={parts} chosen={part} choose={choose} />;
}
