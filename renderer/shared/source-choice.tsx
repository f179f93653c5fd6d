import { useScreen } from '../state/screen/screen-store.ts';
import { useSelectionParts } from '../state/selection/selection.ts';
import kit from '../ui/style/kit.module.css';

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
  return (
    <label className={`${kit.wrap} ${kit.strong}`}>
      <span>From</span>
      <select value={session} onChange={(event) => choose(event.target.value)}>
        {!listed && own !== undefined ? (
          <option value={session}>{own.label} (no rows selected)</option>
        ) : null}
        {parts.map(({ info, name, seqs }) => (
          <option key={info.session} value={info.session}>
            {name} ({seqs.size.toLocaleString('en')} selected)
          </option>
        ))}
      </select>
      <small>{why}</small>
    </label>
  );
}
