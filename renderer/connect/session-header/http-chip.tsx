import { Popover } from '@base-ui/react/popover';
import { type HttpLinkState, liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import bar from '../../shared/session-bar.module.css';
import chip from '../../ui/controls/chip.module.css';
import { PopoverPanel } from '../../ui/controls/menus.tsx';
import { Facts, kit } from '../../ui/kit.tsx';
import styles from './era-chip.module.css';

const STREAMS: Readonly<Record<HttpLinkState['stream'], string>> = {
  none: 'not asked for',
  open: 'open',
  refused: 'refused with 405, as a server may',
  lost: 'ended',
};

/** The connection of an HTTP session: its session id, its GET stream, and what the handshake tried. */
export function HttpChip({ info }: { readonly info: SessionInfo }) {
  const http = liveInfo(info)?.http;
  if (http === undefined) return null;
  const { transport, sessionId, stream, resumptions, deleteStatus, tries } = http;
  const name = transport === 'http+sse' ? 'HTTP+SSE' : 'HTTP';
  return (
    <Popover.Root>
      <Popover.Trigger
        className={`${chip.chip} ${styles.chip} ${bar.least}`}
        aria-label={`${name}, ${sessionId === '' ? 'without a session id' : `session ${sessionId}`}`}
        title="How the session is connected over HTTP"
      >
        {name} {sessionId === '' ? null : <small>{sessionId}…</small>}
      </Popover.Trigger>
      <PopoverPanel
        title={transport === 'http+sse' ? 'HTTP+SSE of 2024-11-05' : 'Streamable HTTP'}
        className={styles.popup}
      >
        <Facts
          facts={[
            ['Address', <code className={kit.anywhere}>{info.commandLine}</code>],
            ['Session id', sessionId === '' ? 'none' : `${sessionId}…`],
            ['GET stream', STREAMS[stream]],
            ['Resumed', resumptions === 0 ? 'never' : `${resumptions} ×`],
            ['DELETE', deleteStatus === 0 ? '' : String(deleteStatus)],
            ['Certificate', liveInfo(info)?.settings.insecure === true ? 'not checked' : ''],
          ]}
        />
        {tries.length > 0 && (
          <ol className={`${kit.stack} ${kit.gap2}`} aria-label="Tried">
            {tries.map(({ what, came }, index) => (
              <li key={index}>
                <code>{what}</code>: {came}
              </li>
            ))}
          </ol>
        )}
      </PopoverPanel>
    </Popover.Root>
  );
}
