import type { ReactNode } from 'react';
import type { RetryAdvice } from '../../../app/findings/retry-advice.ts';
import { isOpen } from '../../../app/frame/row.ts';
import type { Tier } from '../../../app/frame/tier.ts';
import { ACTOR_LABELS, type NextStep, stepAfterLabel } from '../../../app/protocol/actor.ts';
import type { EnvelopeFault } from '../../../app/wire/envelope.ts';
import type { Inspected, Neighbour } from '../../state/inspected/inspected.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { RowLink } from '../../ui/controls/links.tsx';
import { formatDuration } from '../../ui/format/quantity-text.ts';
import { LongText } from '../../ui/json-tree/long-text.tsx';
import { Card, kit, TierMark } from '../../ui/kit.tsx';
import headline from './headline.module.css';
import type { OutcomeText } from './outcome-text.ts';

type Props = {
  readonly text: OutcomeText;
  readonly retry?: RetryAdvice | undefined;
};

/** What happened, who must act, and what may be done with the same call. */
export function HappenedCard({ text, retry }: Props) {
  if (text.happened === '' && retry === undefined) return null;
  return (
    <Card title="What happened">
      <p>{text.happened}</p>
      {text.act !== '' && <p className={kit.above}>{text.act}</p>}
      {retry !== undefined && (
        <p className={kit.above}>
          <strong>Retry:</strong> {retryText(retry)}
        </p>
      )}
    </Card>
  );
}

/** The advice in one or two sentences: what to do, and what says so. */
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

/** What has to be changed and by whom, in one sentence below the headline, as a report says it. */
export function WhatToChange({ step }: { readonly step: NextStep }) {
  if (step.action === '') return null;
  return (
    <section className={kit.strong} aria-label="What to change">
      <p>
        <b>{ACTOR_LABELS[step.actor]}:</b> {stepAfterLabel(step)}
      </p>
    </section>
  );
}

/** The rules of JSON-RPC that the envelope breaks, in plain language. */
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

/** Each fault in plain language, with the section of JSON-RPC 2.0, or of the RFC, that it breaks. */
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

/** What else the server wrote while the call was open: what it should not have, and what it was not answered. */
export function NeighboursCard({ inspected }: { readonly inspected: Inspected }) {
  const { session, neighbours, row } = inspected;
  const { findings } = useSessionLog(session);
  const isPending = isOpen(inspected.settling.outcome);
  const others = neighbours.filter(({ seq }) => seq !== row.seq);
  if (others.length === 0) return null;
  return (
    <Card title="While this call was open">
      <ul className={kit.quoted}>
        {others.map((neighbour) => (
          <li key={neighbour.seq}>
            {textOf(neighbour, isPending)}:{' '}
            <RowLink session={session} seq={neighbour.seq}>
              row {neighbour.seq}
            </RowLink>
            {findings.at(neighbour.seq).map(({ rule, title }) => (
              <span key={rule} className={kit.note}>
                {' '}
                · <b>{rule}</b> {title}
              </span>
            ))}
            <code className={kit.mute}>{neighbour.text}</code>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function textOf({ kind, method, offsetMs }: Neighbour, isPending: boolean): string {
  const when = `after ${formatDuration(offsetMs)}`;
  switch (kind) {
    case 'line':
      return `A line that is no whole message, ${when}`;
    case 'orphan':
      return `An answer that fits no open request, ${when}`;
    case 'answer':
      return `A second answer, ${when}`;
    case 'request':
      return `The server sent ${method}, ${when}, and ${isPending ? 'waits for the answer' : 'had no answer when the call ended'}`;
  }
}

type HeadlineProps = {
  readonly tier: Tier;
  readonly code?: string;
  readonly title: string;
  readonly label: string;
  readonly message: string;
  readonly children?: ReactNode;
};

/** The first card of a page: mark, code, name, tier, and the message as it was sent. */
export function Headline({ tier, code = '', title, label, message, children }: HeadlineProps) {
  return (
    <section
      className={`${kit.card} ${kit.tinted} ${headline.headline}`}
      data-tier={tier}
      aria-label={`${label} ${code} ${title}`}
    >
      <div className={`${kit.wrap} ${kit.baseline} ${headline.line}`}>
        <div className={`${kit.row} ${kit.baseline} ${headline.name}`}>
          <TierMark tier={tier} size={14} />
          {code !== '' && <span className={headline.code}>{code}</span>}
          <h2 className={kit.title}>{title}</h2>
        </div>
        <span className={`${kit.mute} ${kit.push}`}>{label}</span>
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
