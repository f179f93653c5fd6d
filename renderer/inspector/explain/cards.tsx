import { type ReactNode, useContext, useMemo, useState } from 'react';
import { noNoise } from '../../../app/analysis/compare/noise-filter.ts';
import { textDiff } from '../../../app/analysis/compare/text-diff.ts';
import { vocabularyOf } from '../../../app/codes/catalog.ts';
import { readableName } from '../../../app/codes/code-name.ts';
import { decidedMeaning, isOfOwner, lookupCode, type Meaning } from '../../../app/codes/lookup.ts';
import type { LookupContext } from '../../../app/codes/meaning-evidence.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { clientsMake } from '../../../app/explain/client-rows.ts';
import type { Explanation } from '../../../app/explain/explanation.ts';
import { causeLine } from '../../../app/explain/final-stderr.ts';
import type { StoredFailure } from '../../../app/explain/stored-failure.ts';
import type { Finding } from '../../../app/findings/finding.ts';
import type { RetryAdvice } from '../../../app/findings/retry-advice.ts';
import { type RightAnswer, rightAnswer } from '../../../app/findings/right-answer.ts';
import { exceptionText, placeText } from '../../../app/frame/error-origin.ts';
import type { Tier } from '../../../app/frame/tier.ts';
import { ACTOR_LABELS, type NextStep, stepAfterLabel } from '../../../app/protocol/actor.ts';
import { readRevision } from '../../../app/protocol/revisions.ts';
import type { EnvelopeFault } from '../../../app/wire/envelope.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import type { ReadFrame } from '../../state/log/use-record.ts';
import { useServerVocabulary } from '../../state/session/use-server-vocabulary.ts';
import { LineDiff } from '../../ui/content/diff-view.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { drawnText, unbrokenText } from '../../ui/format/drawn-text.tsx';
import { counted } from '../../ui/format/quantity-text.ts';
import { LongText } from '../../ui/json-tree/long-text.tsx';
import { Button, Card, Facts, kit, TierMark } from '../../ui/kit.tsx';
import { InspectorSlotsContext } from '../inspector-slots.ts';
import headline from './headline.module.css';
import type { OutcomeText } from './outcome-text.ts';

type Props = { readonly text: OutcomeText; readonly retry?: RetryAdvice | undefined };

/** What happened, who must act, and whether the call may be retried. */
export function HappenedCard({ text, retry }: Props) {
  if (text.happened === '' && retry === undefined) return null;
  return (
    <Card title="What happened">
      <p>{drawnText(text.happened)}</p>
      {text.act !== '' && <p className={kit.above}>{text.act}</p>}
      {retry !== undefined && (
        <p className={kit.above}>
          <strong>Retry:</strong> {retryText(retry)}
        </p>
      )}
    </Card>
  );
}

/** The advice in one or two sentences: what to do, and its source. */
export function retryText({ retry, notBefore, because }: RetryAdvice): string {
  const when = notBefore === undefined ? '' : ` (${notBefore})`;
  switch (retry) {
    case 'same':
      return `the same call may be sent again at once. ${because}`;
    case 'later':
      return `the same call may succeed after a pause${when}. ${because}`;
    case 'changed':
      return `only a changed call can succeed. ${because}`;
    case 'no':
      return `sending it again does not help. ${because}`;
  }
}

/** Who must change what, in one sentence below the headline, as in a report. */
export function WhatToChange({ step }: { readonly step: NextStep }) {
  if (step.action === '') return null;
  return (
    <section className={kit.strong} aria-label="What to change">
      <p>
        <b>{ACTOR_LABELS[step.actor]}:</b> {unbrokenText(stepAfterLabel(step))}
      </p>
    </section>
  );
}

/** The cause, shown first: what was raised, where in the server's code, and the line of code. */
export function CauseCard({ why, message, tier }: CauseProps) {
  const { origin } = why;
  if (origin === undefined) {
    const unknown = causeLine(why, message);
    return unknown === '' ? null : <p className={kit.strong}>{unknown}</p>;
  }
  const { file, line, source } = origin;
  return (
    <section className={`${kit.card} ${kit.tinted} ${headline.headline}`} data-tier={tier} aria-label="Cause">
      <div className={`${kit.row} ${kit.baseline} ${headline.line}`}>
        <TierMark tier={tier} size={14} />
        <h2 className={`${kit.title} ${kit.anywhere}`}>{drawnText(exceptionText(origin))}</h2>
      </div>
      <div className={`${kit.wrap} ${kit.spread}`}>
        <code title={`${file}:${line}`} className={kit.anywhere}>
          {placeText(origin)}
        </code>
        <CopyButton label="Copy path:line" done="Copied the place" isOwn text={() => `${file}:${line}`} />
      </div>
      {source !== '' && <pre className={kit.code}>{source}</pre>}
    </section>
  );
}

type CauseProps = { readonly why: Explanation; readonly message: string; readonly tier: Tier };

/** The JSON-RPC rules that the envelope violates, in plain language. */
export function FaultsCard({ faults }: { readonly faults: readonly EnvelopeFault[] }) {
  if (faults.length === 0) return null;
  return (
    <Card title="The envelope breaks JSON-RPC">
      <ul className={kit.quoted}>
        {faults.map((fault) => {
          const [sentence, section] = FAULT_TEXTS[fault];
          return (
            <li key={fault}>
              {sentence}{' '}
              <span className={kit.note}>
                {section.startsWith('RFC') ? section : `JSON-RPC 2.0 ${section}`}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** Each fault in plain language, with the violated section of JSON-RPC 2.0 or the RFC. */
const FAULT_TEXTS: Record<EnvelopeFault, readonly [sentence: string, section: string]> = {
  'byte-order-mark': ['The line begins with a byte order mark. Strict parsers refuse it.', 'RFC 8259 §8.1'],
  'version-not-2.0': ['jsonrpc is missing or is not "2.0".', '§4, §5'],
  'id-null': ['The id is null, so no client can tell which call this answers.', '§5'],
  'id-missing': ['The answer has no id, so no client can tell which call it answers.', '§5'],
  'id-not-string-or-integer': ['The id is neither a string nor an integer.', '§4, §5'],
  'params-not-structured': ['params is neither an object nor an array.', '§4.2'],
  'result-and-error': ['The answer has both result and error. It must have one of them.', '§5'],
  'no-result-no-error': ['The answer has neither result nor error. It must have one of them.', '§5'],
  'error-not-object': ['error is not an object with code and message.', '§5.1'],
  'code-missing': ['The error has no code.', '§5.1'],
  'code-not-integer': ['The code is not an integer. Strict clients drop the whole answer.', '§5.1'],
  'message-not-string': ['The error has no message, or one that is not a string.', '§5.1'],
  'method-in-answer': [
    'The answer repeats the method of its request. Strict clients take it for a request.',
    '§5',
  ],
};

type HeadlineProps = {
  readonly tier: Tier;
  readonly code?: string;
  readonly title: string;
  readonly label: string;
  readonly message: string;
  readonly children?: ReactNode;
};

/** The first card of a page: mark, code, name, tier, and the message as sent. */
export function Headline({ tier, code = '', title, label, message, children }: HeadlineProps) {
  return (
    <section
      className={`${kit.card} ${kit.tinted} ${headline.headline}`}
      data-tier={tier}
      aria-label={`${label} ${code} ${title}`}
    >
      <div className={`${kit.wrap} ${kit.baseline} ${kit.spread} ${headline.line}`}>
        <div className={`${kit.row} ${kit.baseline} ${headline.name}`}>
          <TierMark tier={tier} size={14} />
          {code !== '' && <span className={headline.code}>{code}</span>}
          <h2 className={kit.title}>{drawnText(title)}</h2>
        </div>
        <span className={kit.mute}>{label}</span>
      </div>
      {message !== '' && (
        <p className={`${kit.code} ${kit.above}`}>
          <LongText text={message} firstChars={1200} />
        </p>
      )}
      {children}
    </section>
  );
}

/** A longer line is not shown as a diff. */
const MAX_CHARS = 100_000;

type ChangeProps = { readonly sent: ReadFrame; readonly right: RightAnswer };

/** {@link rightAnswerFor}, computed once per answer and findings: a page is redrawn with each frame. */
export function useRightAnswer(
  { answer, unmatched }: Inspected,
  findings: readonly Finding[],
  { protocolVersion }: SessionInfo,
): ChangeProps | undefined {
  const sent = answer ?? unmatched;
  // A frame is read again with each record, but its parsed content stays the same.
  const [seq, raw, envelope] = [sent?.row.seq, sent?.raw, sent?.envelope];
  return useMemo(
    () => rightAnswerFor({ answer, unmatched }, findings, { protocolVersion }),
    [seq, raw, envelope, findings, protocolVersion],
  );
}

/** The correct answer: one frame for all findings of the row. */
export function RightAnswerCard({ sent, right }: ChangeProps) {
  const { line, by } = right;
  const diff = useMemo(() => textDiff(sent.raw, line, 'result', noNoise()), [sent.raw, line]);
  return (
    <Card title="What to send instead" aside={by.join(', ')}>
      <LineDiff label="What was sent, and what would be right" diff={diff} />
      <div className={`${kit.wrap} ${kit.remark}`}>
        <CopyButton
          label="Copy the right frame"
          done="Copied the right frame"
          text={() => line}
          known={[sent.raw]}
        />
      </div>
    </Card>
  );
}

/** The answer that the exchange should have had, according to its findings; undefined if there is none. */
export function rightAnswerFor(
  { answer, unmatched }: Pick<Inspected, 'answer' | 'unmatched'>,
  findings: readonly Finding[],
  { protocolVersion }: Pick<SessionInfo, 'protocolVersion'>,
): ChangeProps | undefined {
  const sent = answer ?? unmatched;
  if (sent === undefined || sent.raw.length > MAX_CHARS) return undefined;
  const { envelope, raw, row } = sent;
  if (envelope.kind !== 'result' && envelope.kind !== 'error') return undefined;
  const own = findings.filter(({ seq }) => seq === row.seq);
  const right = rightAnswer({ raw, answer: envelope, revision: readRevision(protocolVersion) }, own);
  return right === undefined ? undefined : { sent, right };
}

const SHOWN = 4;
const MAX_OF_FAMILY = 2;

type MeaningsCardProps = {
  readonly code: string;
  readonly context: LookupContext;
  readonly info: SessionInfo;
};

/** The meanings of a code: the server's vocabulary first, with a link to all others. */
export function MeaningsCard({ code, context, info }: MeaningsCardProps) {
  const { shown: speaks } = useServerVocabulary(info);
  const { LookupButton } = useContext(InspectorSlotsContext);
  const [open, setOpen] = useState(false);
  if (code === '') return null;
  const here = new Set(speaks.map(({ id }) => id));
  const meanings = lookupCode(code, context);
  const decided = clearMeaning(meanings);
  const differ = differing(meanings, here).slice(0, SHOWN);
  // Keeps the meaning that applies here visible; if there is none, shows the others.
  const shown = open ? differ : differ.slice(0, 1);
  return (
    <Card title={`What ${code} means`} aside={aside(meanings, decided)}>
      {shown.length === 0 ? (
        <p>No vocabulary knows this code. Only the author of the server knows what it means.</p>
      ) : (
        <dl className={kit.entries}>
          {shown.map((meaning) => (
            <Row
              key={meaning.entry.id}
              meaning={meaning}
              decided={meaning === decided}
              here={here.has(meaning.entry.vocabulary)}
            />
          ))}
        </dl>
      )}
      <div className={`${kit.wrap} ${kit.remark}`}>
        {differ.length > 1 && (
          <Button look="link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'fewer meanings' : `${differ.length - 1} more of ${counted(meanings.length, 'meaning')}`}
          </Button>
        )}
        {LookupButton !== undefined && <LookupButton code={code} />}
      </div>
    </Card>
  );
}

type RowProps = { readonly meaning: Meaning; readonly decided: boolean; readonly here: boolean };

function Row({ meaning, decided, here }: RowProps) {
  const { entry, evidence, vocabularyName } = meaning;
  return (
    <div data-here={here} data-vocabulary={entry.vocabulary}>
      <dt className={decided || here ? kit.accent : undefined}>
        {vocabularyName}
        {here && (
          <span className={kit.badge} data-tone="accent">
            this server
          </span>
        )}
      </dt>
      <dd>
        <strong>{readableName(entry.name)}.</strong> {entry.meaning}
        {entry.emittedBy === 'client-local' && ' Raised inside a client, never on the wire.'}
        {(decided || here) && entry.how !== '' && <p className={kit.above}>{entry.how}</p>}
        {decided && evidence.length > 0 && (
          <p className={`${kit.note} ${kit.above}`}>
            Chosen because {evidence.map((one) => one.text).join('; ')}.
          </p>
        )}
      </dd>
    </div>
  );
}

/** A smaller lead does not decide between two names: neither message nor data supported one. */
const CLEAR_LEAD = 2;

function clearMeaning(meanings: readonly Meaning[]): Meaning | undefined {
  const decided = decidedMeaning(meanings);
  if (decided === undefined) return undefined;
  const name = readableName(decided.entry.name);
  const rival = meanings.find(
    ({ entry, standing }) => standing === 'meaning' && readableName(entry.name) !== name,
  );
  const isClear = isOfOwner(decided) || rival === undefined || decided.score - rival.score >= CLEAR_LEAD;
  return isClear ? decided : undefined;
}

function aside(meanings: readonly Meaning[], decided: Meaning | undefined): string {
  const many = new Set(
    meanings.filter((one) => one.standing === 'meaning').map((one) => one.entry.vocabulary),
  ).size;
  if (decided !== undefined || many < 2) return '';
  return `${many} vocabularies use this number; the message and the data must decide`;
}

/** The best meaning of each vocabulary, at most two from other families: sources that disagree say more. */
function differing(meanings: readonly Meaning[], here: ReadonlySet<string>): Meaning[] {
  const seen = new Set<string>();
  const families = new Map<string, number>();
  const speaks = meanings.filter(
    ({ entry, standing }) => here.has(entry.vocabulary) && standing === 'meaning',
  );
  const leads = meanings.slice(0, 1).filter(isOfOwner);
  return [...leads, ...speaks, ...meanings].filter(({ entry }) => {
    const family = vocabularyOf(entry.vocabulary)?.family ?? 'own';
    const held = families.get(family) ?? 0;
    const own = here.has(entry.vocabulary);
    if (seen.has(entry.vocabulary) || (!own && held >= MAX_OF_FAMILY)) return false;
    seen.add(entry.vocabulary);
    families.set(family, held + 1);
    return true;
  });
}

type ClientsCardProps = { readonly failure: StoredFailure | undefined; readonly cause: string | undefined };

export function ClientsCard({ failure, cause }: ClientsCardProps) {
  const made = failure === undefined || failure.provoked ? undefined : clientsMake(failure, cause ?? '');
  if (made === undefined) return null;
  return (
    <Card title="What official clients make of it">
      <Facts facts={made.clients.map(({ name, does }): [string, string] => [name, does])} />
      <p className={kit.note}>{made.source}.</p>
    </Card>
  );
}
