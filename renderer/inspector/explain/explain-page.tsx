import { useMemo } from 'react';
import { assertNever } from '../../../app/base/assert-never.ts';
import { isJsonObject } from '../../../app/base/json-value.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { howItExited } from '../../../app/session/process-event.ts';
import { host, settled } from '../../state/host/host.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { sendRefusal } from '../../state/session/session-words.ts';
import {
  type ContentSource,
  ContentSourceContext,
  type ResourceReading,
} from '../../ui/content/content-source.ts';
import { Card } from '../../ui/controls/card.tsx';
import { ExchangeExplain } from './exchange-explain.tsx';
import styles from './explain.module.css';
import { HandNote } from './hand-note.tsx';
import { Headline } from './headline.tsx';
import { LineExplain } from './line-explain.tsx';
import { ProcessExplain } from './process-explain.tsx';
import { SelectionFindings } from './selection-findings.tsx';
import { StderrText } from './stderr-text.tsx';

type Props = { readonly inspected: Inspected; readonly info: SessionInfo };

/** Explains the selection, whatever it is. */
export function ExplainPage({ inspected, info }: Props) {
  return (
    <ContentSourceContext value={useContentSource(info)}>
      <HandNote inspected={inspected} />
      <Explained inspected={inspected} info={info} />
    </ContentSourceContext>
  );
}

function Explained({ inspected, info }: Props) {
  const { record, row, request, frame } = inspected;
  switch (record.type) {
    case 'frame':
      if (row.shape === 'invalid' || frame === undefined || row.shape === 'notification') {
        return <LineExplain inspected={inspected} info={info} />;
      }
      return <ExchangeExplain inspected={inspected} info={info} />;
    case 'client':
      if (request !== undefined) return <ExchangeExplain inspected={inspected} info={info} />;
      return <LineExplain inspected={inspected} info={info} />;
    case 'stderr':
      return <StderrExplain inspected={inspected} />;
    case 'process':
      return <ProcessExplain inspected={inspected} how={howItExited(record)} />;
    case 'mark':
      return <Headline tier="ok" code="" title="A mark" word="mark" message={record.label} />;
    case 'dropped':
      return (
        <Headline
          tier="ok"
          code=""
          title={`${record.count} records were dropped`}
          word="limit"
          message={record.reason}
        />
      );
    case 'session':
    case 'end':
      return null;
    default:
      return assertNever(record);
  }
}

/** A line of stderr by itself. */
function StderrExplain({ inspected }: { readonly inspected: Inspected }) {
  const { record } = inspected;
  if (record.type !== 'stderr') return null;
  return (
    <div className={styles.page}>
      <SelectionFindings inspected={inspected} />
      <Card title="A line on stderr">
        <StderrText lines={[record.text]} />
        <p className={styles.act}>
          stderr is the place for the logs of a stdio server. It is not part of the protocol: neither the
          model nor most hosts see it, and a line there is no error by itself.
        </p>
        <p className={styles.note}>Select a call to see the lines that were written while it was open.</p>
      </Card>
    </div>
  );
}

/** Lets the content of a session's results ask its server for the resources that they name. */
function useContentSource(info: SessionInfo): ContentSource {
  const { session } = info;
  const refusal = sendRefusal(info);
  return useMemo(
    () => ({ session, refusal, read: (uri: string) => readResource(session, uri) }),
    [session, refusal],
  );
}

async function readResource(session: string, uri: string): Promise<ResourceReading> {
  const answer = await settled(host().readResource({ session, uri }));
  if (!answer.ok) return { kind: 'failed', why: answer.error, seq: 0 };
  const { result, failure, requestSeq: seq } = answer.value;
  if (failure !== '') return { kind: 'failed', why: failure, seq };
  return { kind: 'read', contents: isJsonObject(result) ? result.contents : [], seq };
}
