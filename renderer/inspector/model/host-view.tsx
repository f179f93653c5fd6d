import { PART_LABELS } from '../../../app/explain/reaches.ts';
import { evidenceLabel, hostLabel, type Seen } from '../../../app/host-lens/lens.ts';
import { type Dropped, passedParts } from '../../../app/host-lens/passed-on.ts';
import type { SentAnswer } from '../../../app/host-lens/sent-answer.ts';
import type { ChosenLens } from '../../state/session/use-host-lens.ts';
import { Card } from '../../ui/controls/card.tsx';
import { LongText } from '../../ui/json-tree/long-text.tsx';
import styles from '../explain/explain.module.css';
import page from './model-page.module.css';
import { PassedText } from './passed-text.tsx';
import { SpecifiedView } from './specified-view.tsx';

type Props = {
  readonly answer: SentAnswer;
  readonly seen: Seen;
  readonly by: ChosenLens['by'];
};

/** What the model gets in one host, word for word; without a row of the table, what the specification asks. */
export function HostView({ answer, seen, by }: Props) {
  if (seen.kind === 'no-host') {
    return (
      <SpecifiedView answer={answer}>
        No host is chosen. Choose one in the session header to see what its model gets.
      </SpecifiedView>
    );
  }
  if (seen.kind === 'no-row') {
    const who = hostLabel(seen.entry, seen.version);
    return (
      <SpecifiedView answer={answer}>
        No source says what {who} does with such an answer. To measure it, run <code>tierscope lab</code> in
        it.
      </SpecifiedView>
    );
  }
  const { entry, version, found, passed } = seen;
  const { row, fits } = found;
  return (
    <>
      <Card title="What the model gets" aside={`in ${hostLabel(entry, version)}${CHOSEN_BY[by]}`}>
        <PassedText passed={passed} />
        {passed.cutNote !== '' && <p className={styles.note}>{passed.cutNote}</p>}
      </Card>
      {passed.dropped.length > 0 && (
        <Card title="What does not arrive">
          <ul className={page.dropped}>
            {passed.dropped.map((one) => (
              <DroppedPart key={`${one.part} ${one.block ?? ''} ${one.cause}`} dropped={one} />
            ))}
          </ul>
        </Card>
      )}
      <Card title="By whose word">
        <p>
          {evidenceLabel(entry, found)}: <code>{row.source}</code>
          {row.own && ', from a file of your own'}.
        </p>
        {fits === 'other' && <p>{otherVersion(version)}</p>}
        {row.note !== undefined && <p>{row.note}</p>}
        <OtherReports seen={seen} />
      </Card>
    </>
  );
}

const CHOSEN_BY: { readonly [By in ChosenLens['by']]: string } = {
  user: ', chosen by you',
  project: ', named by the project file',
  client: ', as the client says',
  nobody: '',
};

function otherVersion(version: string): string {
  return version === ''
    ? 'The version of the host in this session is not known: it may do otherwise.'
    : `That is about other versions than ${version}, which may do otherwise.`;
}

function OtherReports({ seen }: { readonly seen: Extract<Seen, { kind: 'row' }> }) {
  const { others } = seen.found;
  if (others.length === 0) return null;
  return (
    <>
      <p className={styles.note}>Others say otherwise:</p>
      <ul className={page.others}>
        {others.map((other) => (
          <li key={`${other.row.source} ${other.row.asOf}`}>
            {evidenceLabel(seen.entry, other)}: <code>{other.row.source}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

const CAUSES: { readonly [Cause in Dropped['cause']]: string } = {
  'not-passed': 'the host does not pass it on',
  'later-block': 'the host passes on the first block only',
  cut: 'the host cuts the text before it',
};

function DroppedPart({ dropped }: { readonly dropped: Dropped }) {
  const { part, block, text, cause } = dropped;
  const name = block === undefined ? PART_LABELS[part] : `block ${block + 1} of content`;
  return (
    <li>
      <p>
        <strong>{name}</strong> <span className={styles.note}>{CAUSES[cause]}</span>
      </p>
      <del className={page.struck}>
        <LongText text={text} firstChars={600} />
      </del>
    </li>
  );
}

/** The parts that arrive, in a few words. */
export function partsText(seen: Extract<Seen, { kind: 'row' }>): string {
  const parts = passedParts(seen.passed);
  return parts.length === 0 ? 'nothing of the answer' : parts.map((part) => PART_LABELS[part]).join(', ');
}
