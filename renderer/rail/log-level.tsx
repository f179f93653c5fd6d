import { useId } from 'react';
import { create } from 'zustand';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { host } from '../carrier/host.ts';
import { told } from '../controls/command.ts';
import { sendRefusal } from '../session/session-words.ts';
import styles from './rail.module.css';

/** From the most to the fewest messages (RFC 5424; MCP, server/utilities/logging). */
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** The level that was set last, by `session pid`: a server that starts anew knows nothing of it. */
const useLevels = create<{ readonly levels: { readonly [place: string]: string } }>(() => ({ levels: {} }));

/** Sets which log messages the server sends; shown where it declares that it logs. */
export function LogLevel({ info }: { readonly info: SessionInfo }) {
  const id = useId();
  const place = `${info.session} ${info.pid ?? ''}`;
  const level = useLevels((state) => state.levels[place] ?? '');
  if (!('logging' in info.serverCapabilities)) return null;
  const refusal = sendRefusal(info);
  const how =
    info.era === 'modern'
      ? 'Since 2026-07-28 every later request names the level.'
      : 'Sends logging/setLevel.';
  return (
    <div className={styles.level} title={refusal === '' ? how : refusal}>
      <label htmlFor={id}>Log level</label>
      <select
        id={id}
        value={level}
        disabled={refusal !== ''}
        onChange={(event) => void setLevel(info.session, place, event.target.value)}
      >
        <option value="" disabled>
          {"server's own"}
        </option>
        {LEVELS.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The level stands once the server has taken it. */
async function setLevel(session: string, place: string, level: string): Promise<void> {
  const end = await told(host().setLogLevel({ session, level }));
  if (end === undefined || end.failure !== '') return;
  useLevels.setState(({ levels }) => ({ levels: { ...levels, [place]: level } }));
}
