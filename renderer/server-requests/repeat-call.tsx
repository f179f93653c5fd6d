import { isJsonObject, stringAt } from '../../app/base/json-value.ts';
import { liveInfo, type SessionInfo } from '../../app/contract/session-info.ts';
import { host, notifyFailure } from '../state/host/host.ts';
import type { Inspected } from '../state/inspected/inspected.ts';
import { wireErrorOf } from '../state/inspected/settling-envelope.ts';
import { selectRow } from '../state/screen/screen-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { Card } from '../ui/controls/card.tsx';
import styles from './open-server-request-card.module.css';

/** A request was refused until its user has been at an address (2025-11-25, client/elicitation). */
const URL_REQUIRED = '-32042';

type Props = { readonly inspected: Inspected; readonly info: SessionInfo };

/** After error -32042: what to do, and the same request once more. */
export function RepeatCall({ inspected, info }: Props) {
  const error = wireErrorOf(inspected);
  if (error?.codeText !== URL_REQUIRED || inspected.request === undefined) return null;
  const ids = elicitationIds(error.data);
  const done = ids.length > 0 && ids.every((id) => liveInfo(info)?.completedElicitations.includes(id));
  return (
    <Card title="The user must visit an address first">
      <p>
        Open the address below if you trust it, do what it asks, and send the request again.{' '}
        {done && <b>The server says that the visit is done.</b>}
      </p>
      <Button
        className={styles.below}
        look="primary"
        disabled={info.state !== 'ready'}
        onClick={() => void repeat(inspected)}
        title={info.state === 'ready' ? undefined : 'The session has no running server'}
      >
        Send the request again
      </Button>
    </Card>
  );
}

function elicitationIds(data: unknown): string[] {
  const list = isJsonObject(data) && Array.isArray(data.elicitations) ? data.elicitations : [];
  return list.flatMap((item: unknown) => stringAt(item, 'elicitationId') ?? []);
}

async function repeat({ request, session }: Inspected): Promise<void> {
  if (request?.envelope.kind !== 'request') return;
  const { method, params } = request.envelope;
  const { _meta: _own, ...given } = isJsonObject(params) ? params : {};
  const args = isJsonObject(given.arguments) ? given.arguments : {};
  const end = await notifyFailure(
    method === 'tools/call' && typeof given.name === 'string'
      ? host().callTool({ session, name: given.name, arguments: { ...args } })
      : host().sendRequest({ session, method, params: given }),
  );
  if (end !== undefined && end.requestSeq > 0) selectRow(session, end.requestSeq);
}
