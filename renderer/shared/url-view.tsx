import { useState } from 'react';
import { CopyButton } from '../ui/controls/copy-button.tsx';
import { CheckLine } from '../ui/controls/fields.tsx';
import { useScreenServices } from '../ui/controls/screen-services.ts';
import { type ReadUrl, readUrl } from '../ui/format/url-parts.ts';
import { Button, kit } from '../ui/kit.tsx';
import styles from './url-view.module.css';

/** The whole address of a server with its host marked, and a button to open it. It is never fetched. */
export function UrlView({ url }: { readonly url: string }) {
  const read = readUrl(url);
  return (
    <div className={kit.group}>
      <p className={`${kit.well} ${kit.pad} ${kit.fact} ${styles.url}`} data-url={read.href}>
        {read.parts.map(({ kind, text, suspicious }) => (
          <span key={kind} data-part={kind} data-suspicious={suspicious}>
            {text}
          </span>
        ))}
      </p>
      {read.href !== url && read.opens !== 'never' && (
        <p className={`${kit.note} ${kit.anywhere}`}>
          As the server wrote it: <code>{url}</code>
        </p>
      )}
      {read.warnings.length > 0 && (
        <ul className={`${kit.lines} ${kit.warning}`} aria-label="Look at this before you open it">
          {read.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <OpenRow read={read} />
    </div>
  );
}

function OpenRow({ read }: { readonly read: ReadUrl }) {
  const [allowed, setAllowed] = useState('');
  const { httpsOnly } = useScreenServices();
  const { href, opens, host } = read;
  // The window's process refuses other addresses, whatever the page requests.
  const outside = httpsOnly && !href.startsWith('https:');
  const ready = opens === 'plainly' || (opens === 'once' && allowed === href);
  return (
    <div className={kit.wrap}>
      {opens === 'once' && !outside && (
        <CheckLine
          className={kit.whole}
          checked={allowed === href}
          onChange={(isAllowed) => setAllowed(isAllowed ? href : '')}
        >
          Allow this address, for this once
        </CheckLine>
      )}
      {opens === 'once' && outside && (
        <p className={`${kit.note} ${kit.anywhere}`}>
          This window opens https only. Copy the address to open it elsewhere.
        </p>
      )}
      {ready && !outside ? (
        <a className={styles.link} href={href} target="_blank" rel="noreferrer noopener">
          Open {host} in the browser
        </a>
      ) : (
        <Button disabled>Open {host === '' ? 'it' : host} in the browser</Button>
      )}
      <CopyButton label="Copy the address" text={() => href} />
    </div>
  );
}
