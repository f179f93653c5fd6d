import { useEffect, useState } from 'react';
import { readInputRequired } from '../../app/protocol/input-required.ts';
import type { Inspected } from '../state/inspected/inspected.ts';
import { useSessionLog } from '../state/log/log-mirrors.ts';
import { Card } from '../ui/controls/card.tsx';
import { RowLink } from '../ui/controls/row-link.tsx';
import { findCause, findRepeat, isRepeat } from './input-rounds.ts';

type Props = { readonly inspected: Inspected };

/** How an exchange hangs together with the ones before and after it, where a call requires input (2026-07-28). */
export function InputRoundsCard({ inspected }: Props) {
  const { request, answer, session } = inspected;
  const params = request?.envelope.kind === 'request' ? request.envelope.params : undefined;
  const required = answer?.envelope.kind === 'result' ? readInputRequired(answer.envelope.result) : undefined;
  const { length } = useSessionLog(session).mirror;
  const cause = useFound(isRepeat(params) ? `${session} ${request?.row.seq}` : '', length, () =>
    isRepeat(params) ? findCause(session, request?.row.seq ?? 0, params) : Promise.resolve(0),
  );
  const repeat = useFound(required === undefined ? '' : `${session} ${answer?.row.seq}`, length, () =>
    required === undefined ? Promise.resolve(0) : findRepeat(session, answer?.row.seq ?? 0, required),
  );
  if (required === undefined && !isRepeat(params)) return null;
  return (
    <Card title="Rounds of input">
      {isRepeat(params) && (
        <p>
          This request repeats an earlier one with what it needed
          {cause > 0 && (
            <>
              :{' '}
              <RowLink session={session} seq={cause}>
                row {cause} asked for it
              </RowLink>
            </>
          )}
          .
        </p>
      )}
      {required !== undefined && (
        <p>
          The result asks for{' '}
          {required.requests.length === 0
            ? 'nothing but the same call again'
            : required.requests.map(({ key, method }) => `${key} (${method})`).join(', ')}
          .{' '}
          {repeat > 0 ? (
            <RowLink session={session} seq={repeat}>
              Row {repeat} repeats the call with the answers
            </RowLink>
          ) : (
            'The call has not been repeated.'
          )}
        </p>
      )}
    </Card>
  );
}

/** The seq that `find` gives; it is asked again while the log grows and nothing was found. */
function useFound(key: string, length: number, find: () => Promise<number>): number {
  const [found, setFound] = useState({ key: '', seq: 0 });
  const known = found.key === key ? found.seq : 0;
  const asking = key !== '' && known === 0;
  useEffect(() => {
    if (!asking) return;
    let wanted = true;
    void find().then((seq) => {
      if (wanted && seq > 0) setFound({ key, seq });
    });
    return () => {
      wanted = false;
    };
    // `find` reads the log as it is when the key or the length changes.
  }, [asking, key, length]);
  return known;
}
