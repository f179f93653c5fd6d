import { useScreen } from '../state/screen/screen-store.ts';
import { useSelectionParts } from '../state/selection/selection.ts';
import { SelectLine } from '../ui/controls/fields.tsx';

type Props = {
  readonly session: string;
  readonly choose: (session: string) => void;
  /** Why one session is chosen here and not all. */
  readonly why: string;
};

/** Which session's rows are meant, if rows of several are selected in the merged log. */
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
