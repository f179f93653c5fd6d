import { Fragment, useState } from 'react';
import { ruleById } from '../../../app/findings/all-rules.ts';
import type { Finding, Side as FindingSide } from '../../../app/findings/finding.ts';
import { setFilterText } from '../../state/filter/filter-store.ts';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { RowLink } from '../../ui/controls/links.tsx';
import { FindingMark, SEVERITIES, severityText } from '../../ui/findings/finding-mark.tsx';
import { counted } from '../../ui/format/counted.ts';
import styles from './finding-cards.module.css';

const FIRST = 6;
const MORE = 50;
const MOST_EVIDENCE = 50;

type Props = { readonly session: string; readonly findings: readonly Finding[] };

/** What the rules say of the selection, the highest severity first. */
export function FindingCards({ session, findings }: Props) {
  const ranked = SEVERITIES.flatMap((severity) =>
    findings.filter((finding) => finding.severity === severity),
  );
  const [drawn, setDrawn] = useState(FIRST);
  const shown = ranked.slice(0, drawn);
  return (
    <>
      {shown.map((finding) => (
        <FindingCard key={`${finding.rule} ${finding.seq}`} session={session} finding={finding} />
      ))}
      {shown.length < ranked.length && (
        <Button look="link" className={styles.more} onClick={() => setDrawn(drawn + MORE)}>
          show {Math.min(MORE, ranked.length - drawn)} more of {counted(ranked.length, 'finding')}
        </Button>
      )}
    </>
  );
}

/** Who must act. */
const SIDE_LABELS: { readonly [Side in FindingSide]: string } = {
  server: 'the server',
  sdk: "the server's SDK",
  client: 'the client',
};

function FindingCard({ session, finding }: { readonly session: string; readonly finding: Finding }) {
  const { rule, name, title, severity, certainty, side, explanation, todo, source, evidence } = finding;
  const { before, after } = finding;
  return (
    <section className={styles.card} data-rule={rule} data-severity={severity} aria-label={`Finding ${rule}`}>
      <h3 className={styles.title}>
        <FindingMark severity={severity} size={10} />
        <span>
          <code>{rule}</code> {title}
        </span>
      </h3>
      <p className={styles.source}>
        <strong>{severityText(severity, ruleById(rule)?.severity)}</strong>
        {certainty === 'likely' && ', likely'} · {SIDE_LABELS[side]} · {source}
      </p>
      <p>{explanation}</p>
      {todo !== '' && <p className={styles.todo}>{todo}</p>}
      {(severity !== 'info' || after !== '') && <WireDiff before={before} after={after} />}
      <p className={styles.foot}>
        <span>
          Shown by{' '}
          {evidence.slice(0, MOST_EVIDENCE).map((seq) => (
            <Fragment key={seq}>
              <RowLink session={session} seq={seq}>
                #{seq}
              </RowLink>{' '}
            </Fragment>
          ))}
          {evidence.length > MOST_EVIDENCE && `and ${counted(evidence.length - MOST_EVIDENCE, 'more row')}`}
        </span>
        {ruleById(rule) !== undefined && (
          <Button look="link" title={name} onClick={() => setFilterText(`rule:${rule}`)}>
            filter rule:{rule}
          </Button>
        )}
      </p>
    </section>
  );
}

type WireDiffProps = {
  /** What was sent; empty if nothing was. */
  readonly before: string;
  /** What would have been right; empty if that is unknown. */
  readonly after: string;
};

/** The wire before and after, as a difference. */
function WireDiff({ before, after }: WireDiffProps) {
  if (before === '' && after === '') return null;
  return (
    <ScrollBox className={styles.diff}>
      {before !== '' && <Side sign={after === '' ? ' ' : '-'} name="was sent" text={before} />}
      {after !== '' && <Side sign="+" name="would be right" text={after} />}
    </ScrollBox>
  );
}

/** A text that nothing replaces is a quotation and no deletion. */
const TAGS = { '-': 'del', '+': 'ins', ' ': 'div' } as const;

type SideProps = { readonly sign: '-' | '+' | ' '; readonly name: string; readonly text: string };

function Side({ sign, name, text }: SideProps) {
  const Tag = TAGS[sign];
  return (
    <Tag className={styles.side} data-sign={sign} title={name}>
      <span aria-hidden="true">{sign}</span>
      <code>{text}</code>
    </Tag>
  );
}
