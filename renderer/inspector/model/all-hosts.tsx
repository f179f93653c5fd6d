import { evidenceLabel, type Lens, type Seen, seenThrough } from '../../../app/host-lens/lens.ts';
import { passedText } from '../../../app/host-lens/passed-on.ts';
import type { SentAnswer } from '../../../app/host-lens/sent-answer.ts';
import { shortened } from '../../ui/format/counted.ts';
import styles from '../explain/explain.module.css';
import { partsText } from './host-view.tsx';
import page from './model-page.module.css';

const TEXT_CHARS = 400;

/** What every host of the table makes of one answer, side by side. */
export function AllHosts({ answer, lens }: { readonly answer: SentAnswer; readonly lens: Lens }) {
  const { table, host } = lens;
  const seen = table.hosts.map(({ id }) => {
    const version = host?.host === id ? host.version : '';
    return seenThrough({ table, host: { host: id, version } }, answer);
  });
  const known = seen.filter((one) => one.kind === 'row');
  const unknown = seen.flatMap((one) => (one.kind === 'no-row' ? [one.entry.name] : []));
  return (
    <>
      {known.length > 0 && (
        <table className={page.all} aria-label="What each host passes on">
          <thead>
            <tr>
              <th scope="col">Host</th>
              <th scope="col">What the model gets</th>
            </tr>
          </thead>
          <tbody>
            {known.map((one) => (
              <HostRow key={one.entry.id} seen={one} isChosen={one.entry.id === host?.host} />
            ))}
          </tbody>
        </table>
      )}
      <p className={styles.note}>
        {known.length === 0 && 'No source says what any host does with such an answer. '}
        {unknown.length > 0 && `No source says it of ${unknown.join(', ')}.`}
      </p>
    </>
  );
}

type HostRowProps = { readonly seen: Extract<Seen, { kind: 'row' }>; readonly isChosen: boolean };

function HostRow({ seen, isChosen }: HostRowProps) {
  const { entry, found, passed } = seen;
  const lost = passed.dropped.length;
  return (
    <tr aria-current={isChosen}>
      <th scope="row">
        {entry.name}
        <small>
          {evidenceLabel(entry, found)
            .slice(entry.name.length)
            .replace(/^[, ]+/, '')}
        </small>
      </th>
      <td>
        <strong>{partsText(seen)}</strong>
        {lost > 0 && (
          <span className={styles.note}> ({lost === 1 ? 'one part is' : `${lost} parts are`} lost)</span>
        )}
        <p className={page.quoted}>{shortened(passedText(passed.segments, TEXT_CHARS + 1), TEXT_CHARS)}</p>
        <small className={page.source} title={found.row.source}>
          {found.row.source}
        </small>
      </td>
    </tr>
  );
}
