import { isJsonObject, type JsonObject } from '../../../app/base/json-value.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { targetOf } from '../../../app/frame/target.ts';
import type { Era } from '../../../app/protocol/revisions.ts';
import { draftOf } from '../../state/server/call-draft.ts';
import { chooseOn, draftKey, pageKey, useSidebar } from '../../state/server/sidebar-store.ts';
import { TextField } from '../../ui/controls/fields.tsx';
import { kit } from '../../ui/kit.tsx';
import { ArgumentsForm } from '../tools/arguments-form.tsx';

const ANYTHING: JsonObject = { type: 'object' };
const NOTHING = draftOf({}, ANYTHING);

/** Sends any method with any params, for requests without a form on another sidebar page. */
export function RequestPage({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const method = useSidebar((sidebar) => sidebar.chosen[pageKey(session, 'request')] ?? 'ping');
  const key = draftKey(session, 'request', '');
  const target = useSidebar((sidebar) => targetOf(method, sidebar.drafts[key]?.kept));
  return (
    <>
      <header className={kit.head}>
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
          <TextField
            label="Method"
            suggestions={knownMethods(liveInfo(info)?.era)}
            value={method}
            onChange={(typed) => chooseOn('request', session, typed)}
          />
        )}
        params={(params) => (Object.keys(params).length === 0 ? undefined : params)}
      />
    </>
  );
}

/** Suggested methods that a client may send in either era (MCP schema.ts, ClientRequest). */
const BOTH = [
  'completion/complete',
  'prompts/get',
  'prompts/list',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'tasks/cancel',
  'tasks/get',
  'tools/call',
  'tools/list',
];
const INITIALIZE = [
  'logging/setLevel',
  'ping',
  'resources/subscribe',
  'resources/unsubscribe',
  'tasks/list',
  'tasks/result',
];
const MODERN = ['server/discover', 'tasks/update'];

/** The suggested methods of an era, in order; any other can be typed. */
export function knownMethods(era: Era | null | undefined): string[] {
  return [...BOTH, ...(era === 'modern' ? MODERN : INITIALIZE)].toSorted();
}

/** Members of `_meta` that the client sets again for each request. */
const RENEWED = /^(?:progressToken$|io\.modelcontextprotocol\/)/;

/** The params of a logged request for a re-run: without what the client adds itself. */
export function paramsAgain(params: unknown): JsonObject {
  if (!isJsonObject(params)) return {};
  const { _meta: meta, ...others } = params;
  if (!isJsonObject(meta)) return params;
  const kept = Object.entries(meta).filter(([name]) => !RENEWED.test(name));
  return kept.length === 0 ? others : { ...others, _meta: Object.fromEntries(kept) };
}
