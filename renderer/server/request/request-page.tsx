import { useId } from 'react';
import type { JsonObject } from '../../../app/base/json-value.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { targetOf } from '../../../app/frame/target.ts';
import { draftOf } from '../../state/server/call-draft.ts';
import { chooseOn, draftKey, pageKey, useSidebar } from '../../state/server/sidebar-store.ts';
import pageStyles from '../../ui/controls/page.module.css';
import { ArgumentsForm } from '../tools/arguments-form.tsx';
import { sendRequest } from '../tools/call-tool.ts';
import styles from './request.module.css';
import { knownMethods } from './request-draft.ts';

/** Says nothing about the params: any object may be sent. */
const ANYTHING: JsonObject = { type: 'object' };
const NOTHING = draftOf({}, ANYTHING);

/** Sends any method with any params, for what no other page of the sidebar has a form for. */
export function RequestPage({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const id = useId();
  const method = useSidebar((sidebar) => sidebar.chosen[pageKey(session, 'request')] ?? 'ping');
  const key = draftKey(session, 'request', '');
  const target = useSidebar((sidebar) => targetOf(method, sidebar.drafts[key]?.kept));
  return (
    <>
      <header className={pageStyles.head}>
        <h2>Any request</h2>
      </header>
      <ArgumentsForm
        info={info}
        label="Send a request"
        verb={['Send', 'Sending…']}
        draftKey={key}
        first={NOTHING}
        schema={ANYTHING}
        method={method}
        target={target}
        about={() => (
          <div className={styles.method}>
            <label htmlFor={id}>Method</label>
            <input
              id={id}
              list={`${id}-known`}
              autoComplete="off"
              spellCheck={false}
              value={method}
              onChange={(event) => chooseOn('request', session, event.target.value)}
            />
            <datalist id={`${id}-known`}>
              {knownMethods(liveInfo(info)?.era).map((known) => (
                <option key={known} value={known} />
              ))}
            </datalist>
          </div>
        )}
        onSend={(params, limits) => {
          if (method === '') return;
          const given = Object.keys(params).length === 0 ? undefined : params;
          void sendRequest({ session, key }, method, given, limits);
        }}
      />
    </>
  );
}
