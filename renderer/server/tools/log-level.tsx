import { useId } from 'react';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { told } from '../../state/host/command.ts';
import { host } from '../../state/host/host.ts';
import { sendRefusal } from '../../state/session/session-words.ts';
import styles from './rail.module.css';

/** From the most to the fewest messages (RFC 5424; MCP, server/utilities/logging). */
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** Sets which log messages the server sends; shown where it declares that it logs. */
export function LogLevel({ info }: { readonly info: SessionInfo }) {
  const id = useId();
  const { logLevel: level = '', logLevelBefore: before = '', era } = liveInfo(info) ?? {};
  if (!('logging' in info.serverCapabilities)) return null;
  const refusal = sendRefusal(info);
  const how =
    era === 'modern' ? 'Since 2026-07-28 every later request names the level.' : 'Sends logging/setLevel.';
  const lost = before === '' ? '' : ` It was ${before} before the restart, and is not sent again by itself.`;
  return (
    <div className={styles.level} title={refusal === '' ? how + lost : refusal}>
      <label htmlFor={id}>Log level</label>
      <select
        id={id}
        value={level}
        disabled={refusal !== ''}
        onChange={(event) =>
          void told(host().setLogLevel({ session: info.session, level: event.target.value }))
        }
      >
        <option value="" disabled>
          {before === '' ? "server's own" : `server's own, was ${before}`}
        </option>
        {/* A level that a request by hand has set may be any word. */}
        {level !== '' && !LEVELS.includes(level) && <option value={level}>{level}</option>}
        {LEVELS.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </div>
  );
}
