import { Fragment, useState } from 'react';
import { stepBeside } from '../../../app/explain/what-to-do.ts';
import { ruleById } from '../../../app/findings/all-rules.ts';
import { type Finding, SEVERITIES } from '../../../app/findings/finding.ts';
import { type Actor, type NextStep, NO_STEP } from '../../../app/protocol/actor.ts';
import { FindingMark, severityText } from '../../shared/finding-mark.tsx';
import { RuleOffMenu } from '../../shared/rules-off-list.tsx';
import { setFilterText } from '../../state/log/filter-store.ts';
import { RowLink } from '../../ui/controls/links.tsx';
import { counted } from '../../ui/format/quantity-text.ts';
import { Button, kit, ScrollBox } from '../../ui/kit.tsx';
import styles from './finding-cards.module.css';

const FIRST = 6;
const MORE = 50;
const MAX_EVIDENCE = 50;

type Props = {
  readonly session: string;
  readonly findings: readonly Finding[];
  /** Rules whose findings another finding's fix resolves, with that finding. */
  readonly resolved?: ReadonlyMap<string, string>;
  /** The next step already shown above the cards, which is not repeated. */
  readonly said?: NextStep;
};

const NONE_RESOLVED: ReadonlyMap<string, string> = new Map();

/** The findings for the selection, highest severity first; those without a next step are folded. */
export function FindingCards({ session, findings, resolved = NONE_RESOLVED, said = NO_STEP }: Props) {
  const ranked = SEVERITIES.flatMap((severity) =>
    findings.filter((finding) => finding.severity === severity),
  );
  const [drawn, setDrawn] = useState(FIRST);
  const shown = ranked.slice(0, drawn);
  return (
    <>
      {shown.map((finding) => (
        <FindingCard
          key={`${finding.rule} ${finding.seq}`}
          session={session}
          finding={finding}
          resolvedBy={resolved.get(finding.rule)}
          said={said}
        />
      ))}
      {shown.length < ranked.length && (
        <Button look="link" onClick={() => setDrawn(drawn + MORE)}>
          show {Math.min(MORE, ranked.length - drawn)} more of {counted(ranked.length, 'finding')}
        </Button>
      )}
    </>
  );
}

const WHO: { readonly [Who in Actor]: string } = {
  server: 'the server',
  sdk: "the server's SDK",
  client: 'the client',
  host: 'the host',
  model: 'the model',
  user: 'the user',
  operator: 'the operator',
  nobody: 'nobody',
};

type CardProps = {
  readonly session: string;
  readonly finding: Finding;
  readonly resolvedBy: string | undefined;
  readonly said: NextStep;
};

function FindingCard({ session, finding, resolvedBy, said }: CardProps) {
  const { rule, title, severity } = finding;
  const folded = resolvedBy !== undefined || severity === 'info';
  const head = (
    <>
      <FindingMark severity={severity} size={10} />
      <span>
        <code>{rule}</code> {title}
        {resolvedBy !== undefined && <small> goes away with {resolvedBy}</small>}
      </span>
    </>
  );
  return (
    <section className={kit.card} data-rule={rule} data-severity={severity} aria-label={`Finding ${rule}`}>
      {folded ? (
        <details>
          <summary className={styles.title}>{head}</summary>
          <FindingBody session={session} finding={finding} said={said} />
        </details>
      ) : (
        <>
          <h3 className={styles.title}>{head}</h3>
          <FindingBody session={session} finding={finding} said={said} />
        </>
      )}
    </section>
  );
}

function FindingBody({ session, finding, said }: Omit<CardProps, 'resolvedBy'>) {
  const { rule, name, severity, certainty, explanation, source, evidence } = finding;
  const { actor, action } = stepBeside(finding, said.actor);
  const { before, after, repair } = finding;
  const [sourced, setSourced] = useState(false);
  // One frame shows what to send instead of an answer, for all of its findings.
  return (
    <>
      <p className={kit.note}>
        <strong className={kit.tier}>{severityText(severity, ruleById(rule))}</strong>
        {certainty === 'likely' && ', likely'} · {WHO[actor]} ·{' '}
        <Button look="link" title={source} aria-expanded={sourced} onClick={() => setSourced(!sourced)}>
          source
        </Button>
      </p>
      {sourced && <p className={kit.note}>{source}</p>}
      <p>{explanation}</p>
      {action !== '' && !said.action.includes(action) && <p className={kit.above}>{action}</p>}
      {repair === undefined && (severity !== 'info' || after !== '') && (
        <WireDiff before={before} after={after} />
      )}
      <p className={`${kit.note} ${kit.row} ${kit.spread} ${kit.gap5} ${kit.above}`}>
        <span>
          Shown by{' '}
          {evidence.slice(0, MAX_EVIDENCE).map((seq) => (
            <Fragment key={seq}>
              <RowLink session={session} seq={seq}>
                #{seq}
              </RowLink>{' '}
            </Fragment>
          ))}
          {evidence.length > MAX_EVIDENCE && `and ${counted(evidence.length - MAX_EVIDENCE, 'more row')}`}
        </span>
        {ruleById(rule) !== undefined && (
          <span className={`${kit.inline} ${kit.fixed} ${kit.baseline}`}>
            <Button look="link" title={name} onClick={() => setFilterText(`rule:${rule}`)}>
              filter rule:{rule}
            </Button>
            <RuleOffMenu rules={[rule]} sessions={[session]} />
          </span>
        )}
      </p>
    </>
  );
}

type WireDiffProps = {
  /** The sent text; empty if nothing was sent. */
  readonly before: string;
  /** The correct text; empty if unknown. */
  readonly after: string;
};

function WireDiff({ before, after }: WireDiffProps) {
  if (before === '' && after === '') return null;
  return (
    <ScrollBox className={`${kit.well} ${kit.pad} ${kit.above} ${kit.tall}`}>
      {before !== '' && <Side sign={after === '' ? ' ' : '-'} name="was sent" text={before} />}
      {after !== '' && <Side sign="+" name="would be right" text={after} />}
    </ScrollBox>
  );
}

/** Text without a replacement is a quotation, not a deletion. */
const TAGS = { '-': 'del', '+': 'ins', ' ': 'div' } as const;
type SideProps = { readonly sign: '-' | '+' | ' '; readonly name: string; readonly text: string };

function Side({ sign, name, text }: SideProps) {
  const Tag = TAGS[sign];
  return (
    <Tag className={styles.side} data-tone={sign} title={name}>
      <span aria-hidden="true">{sign}</span>
      <code>{text}</code>
    </Tag>
  );
}
