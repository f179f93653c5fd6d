import { useState } from 'react';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { hostFindings } from '../../../app/explain/host-advice.ts';
import { ruleById } from '../../../app/findings/all-rules.ts';
import { seenThrough } from '../../../app/hosts/lens/lens.ts';
import type { SentAnswer } from '../../../app/hosts/lens/sent-answer.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { settlingEnvelope } from '../../state/inspected/settling-envelope.ts';
import { useHostLens } from '../../state/session/use-host-lens.ts';
import { Card, kit, Segments } from '../../ui/kit.tsx';
import { useSelectionFindings } from '../explain/selection-findings.tsx';
import { FindingCards } from '../findings/finding-cards.tsx';
import { AllHosts, HostView } from './host-view.tsx';
import { viewOf } from './model-view.ts';

type Props = { readonly inspected: Inspected; readonly info: SessionInfo };

/** What the model gets of this exchange: in the host of the session, in all hosts, or by the specification. */
export function ModelPage({ inspected, info }: Props) {
  const { row, record } = inspected;
  const envelope = settlingEnvelope(inspected);
  const isAnswer = envelope?.kind === 'result' || envelope?.kind === 'error';
  if (inspected.request === undefined && !isAnswer && row.tier === 'ok') {
    const what = record.type === 'stderr' ? 'A line on stderr' : 'This';
    return <p className={kit.mute}>{what} is no answer: there is nothing for a host to hand on.</p>;
  }
  const view = viewOf(inspected);
  if (view.kind === 'not-for-the-model') return <p className={`${kit.card} ${kit.dashed}`}>{view.text}</p>;
  if (view.kind === 'answer') {
    return <AnswerView answer={view.answer} info={info} inspected={inspected} />;
  }
  return (
    <div className={kit.stack}>
      <div className={`${kit.card} ${kit.dashed}`}>
        <h3>Nothing of an answer.</h3>
        <p>{view.why}</p>
      </div>
      <Card title="What hosts say instead">
        <p>{view.hostText}</p>
        <p className={kit.mute}>What the model learns of it depends on the host.</p>
      </Card>
    </div>
  );
}

const VIEWS = [
  ['one', 'This host'],
  ['all', 'All hosts'],
] as const;

type AnswerProps = Props & { readonly answer: SentAnswer };

function AnswerView({ answer, info, inspected }: AnswerProps) {
  const [shown, setShown] = useState<'one' | 'all'>('one');
  const lens = useHostLens(info);
  const seen = seenThrough(lens, answer);
  const place = { session: inspected.session, seq: inspected.settling.seq };
  const misfit = useSelectionFindings(inspected).find(
    ({ rule }) => ruleById(rule)?.subject === 'output-schema',
  );
  return (
    <div className={kit.stack}>
      <div>
        <Segments label="Hosts" options={VIEWS} value={shown} onChange={setShown} />
      </div>
      {misfit !== undefined && (
        <Card title="Some clients throw it away">
          <p>
            Clients on the TypeScript SDK 1 check structuredContent against the tool's outputSchema, which
            this one breaks ({misfit.rule}): in a host that is built on them nothing of the answer arrives.
          </p>
        </Card>
      )}
      {shown === 'all' ? (
        <AllHosts answer={answer} lens={lens} />
      ) : (
        <>
          <HostView answer={answer} seen={seen} by={lens.by} />
          <FindingCards session={info.session} findings={hostFindings(answer, seen, place)} />
        </>
      )}
    </div>
  );
}
