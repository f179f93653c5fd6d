import { assertNever } from '../../../app/base/assert-never.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { howItExited } from '../../../app/session/process-event.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { ContentSourceContext } from '../../ui/content/content-source.ts';
import { ExchangeExplain } from './exchange-explain.tsx';
import { HandNote } from './hand-note.tsx';
import { Headline } from './headline.tsx';
import { LineExplain } from './line-explain.tsx';
import { ProcessExplain } from './process-explain.tsx';
import { StderrExplain } from './stderr-explain.tsx';
import { useContentSource } from './use-content-source.ts';

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
