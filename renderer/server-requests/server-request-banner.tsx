import { liveInfo, type SessionInfo } from '../../app/contract/session-info.ts';
import { serverMessage, wantedBy } from '../../app/protocol/server-request.ts';
import { showServerRequest } from '../state/server-requests/server-requests-store.ts';
import banner from '../ui/controls/banner.module.css';
import { Button } from '../ui/controls/button.tsx';
import { shortened } from '../ui/format/counted.ts';
import { useCallOver } from './call-over.ts';
import { ANSWER_KEY } from './follow-server-requests.ts';
import { ServerRequestBadge } from './tab-server-requests.tsx';

/** Says above the log that the server waits for its user. */
export function ServerRequestBanner({ info }: { readonly info: SessionInfo }) {
  const [first, ...more] = liveInfo(info)?.serverRequests ?? [];
  const over = useCallOver(info.session, first);
  if (first === undefined) return null;
  const message = serverMessage(first.method, first.params);
  return (
    <section aria-label="The server waits for an answer" className={banner.banner} data-level="info">
      <p role="status">
        <ServerRequestBadge /> <b>The server asks for {wantedBy(first.method, first.params)}</b>
        {message === '' ? '' : `: ${shortened(message, 160)}`}
        {more.length === 0 ? '' : ` (and ${more.length} more)`}
        {over === undefined ? '' : ` · ${over.text}`}
      </p>
      <Button onClick={() => showServerRequest(info.session, first.requestId)}>
        Answer <kbd>{ANSWER_KEY}</kbd>
      </Button>
    </section>
  );
}
