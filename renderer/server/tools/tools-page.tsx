import { useMemo, useState } from 'react';
import type { JsonObject } from '../../../app/base/json-value.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { isDestructive, toolHints } from '../../../app/protocol/tool-hints.ts';
import { type ChosenLimits, firstDraft } from '../../state/server/call-draft.ts';
import { type ListedTool, readTools } from '../../state/server/listed-tool.ts';
import { draftKey, pageKey, useSidebar } from '../../state/server/sidebar-store.ts';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { CheckLine } from '../../ui/controls/fields.tsx';
import { counted } from '../../ui/format/counted.ts';
import { schemaFields } from '../../ui/forms/schema-fields.ts';
import { ListHead, ListScroll, ListSearch } from '../lists/list-head.tsx';
import { ListNotes } from '../lists/list-notes.tsx';
import { matching } from '../lists/matching.ts';
import { ServerItemAbout } from '../lists/server-item-about.tsx';
import { useList } from '../lists/use-list.ts';
import { useListSearch } from '../lists/use-list-search.ts';
import { createTask } from '../tasks/poll-task.ts';
import { ArgumentsForm } from './arguments-form.tsx';
import callFormStyles from './call-form.module.css';
import { callTool } from './call-tool.ts';
import { FailureReasons } from './failure-reasons.tsx';
import { OrderSelect, ToolList } from './tool-list.tsx';

/** The tools of a server, and the form that calls the chosen one. */
export function ToolsPage({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const { state, activity } = useList(info, 'tools', readTools);
  const chosen = useSidebar((sidebar) => sidebar.chosen[pageKey(session, 'tools')]);
  const tools = state.kind === 'here' ? state.items : [];
  const { searched, query } = useListSearch(session, 'tools', tools.length);
  const shown = useMemo(() => matching(tools, query), [tools, query]);
  const listed = state.kind === 'here' || state.kind === 'none';
  const tool = tools.find(({ name }) => name === chosen) ?? (listed ? unlisted(chosen) : undefined);
  const total = state.kind === 'here' ? tools.length : undefined;
  return (
    <>
      <ListHead info={info} what="tools" title="Tools" total={total}>
        {tools.length > 1 && <OrderSelect />}
      </ListHead>
      {searched && <ListSearch session={session} tab="tools" label="tools" />}
      <ListScroll label="Tools">
        <ListNotes info={info} what="tools" state={state} found={shown.length} />
        <ToolList
          info={info}
          tools={shown}
          query={query}
          uses={activity.uses('tools/call')}
          chosen={chosen}
        />
      </ListScroll>
      {tool !== undefined && (
        <CallForm key={`${session} ${tool.name} ${tool.taskSupport}`} info={info} tool={tool} />
      )}
    </>
  );
}

/** A logged call may name a tool that the server does not list, or no longer lists: it can be sent all the same. */
function unlisted(name: string | undefined): ListedTool | undefined {
  if (name === undefined) return undefined;
  const description = 'The server does not list this tool.';
  return { name, description, inputSchema: ANYTHING, taskSupport: 'forbidden' };
}

const ANYTHING = { type: 'object' };
/** Arguments that are named beside the JSON. */
const MAX_NAMED = 200;

type CallFormProps = { readonly info: SessionInfo; readonly tool: ListedTool };

/** Calls a tool, or runs it as a task if the tool allows that; since 2026-07-28 the server decides. */
function CallForm({ info, tool }: CallFormProps) {
  const { server } = info;
  const first = useMemo(() => firstDraft({ server }, tool), [server, tool]);
  const [asTask, setAsTask] = useState(tool.taskSupport === 'required');
  const key = draftKey(info.session, 'tools', tool.name);
  const send = (args: JsonObject, limits: ChosenLimits) => {
    const caller = { session: info.session, key };
    void (asTask && liveInfo(info)?.era !== 'modern'
      ? createTask(caller, tool.name, args, limits)
      : callTool(caller, tool.name, args, limits));
  };
  return (
    <ArgumentsForm
      info={info}
      label={`Call ${tool.name}`}
      verb={['Call', 'Calling…']}
      danger={isDestructive(tool.annotations) ? 'The server says that this tool may destroy something.' : ''}
      draftKey={key}
      first={first}
      schema={tool.inputSchema}
      method="tools/call"
      target={tool.name}
      about={(asJson) => <CallAbout session={info.session} tool={tool} listed={asJson} />}
      more={() =>
        tool.taskSupport === 'forbidden' || liveInfo(info)?.era === 'modern' ? null : (
          <CheckLine className={callFormStyles.check} checked={asTask} onChange={setAsTask}>
            Run as a task <span>{tool.taskSupport} by the tool</span>
          </CheckLine>
        )
      }
      past
      onSend={send}
    />
  );
}

type CallAboutProps = {
  readonly session: string;
  readonly tool: ListedTool;
  /** Lists the arguments too, if no form names them. */
  readonly listed: boolean;
};

/** What a tool says of itself. */
function CallAbout({ session, tool, listed }: CallAboutProps) {
  const fields = listed ? schemaFields(tool.inputSchema) : [];
  return (
    <ServerItemAbout
      name={tool.name}
      title={tool.title}
      description={tool.description}
      hints={toolHints(tool.annotations)}
    >
      {fields.length > 0 && (
        <ScrollBox className={callFormStyles.fields}>
          <ul aria-label="Input schema">
            {fields.slice(0, MAX_NAMED).map((field) => (
              <li key={field.name} title={field.description}>
                <code>{field.name}</code>
                {field.required && <span className={callFormStyles.required}> required</span>}
                <span className={callFormStyles.type}> {field.type}</span>
              </li>
            ))}
            {fields.length > MAX_NAMED && <li>and {counted(fields.length - MAX_NAMED, 'more argument')}</li>}
          </ul>
        </ScrollBox>
      )}
      {tool.reasons !== undefined && (
        <FailureReasons session={session} tool={tool.name} declared={tool.reasons} />
      )}
    </ServerItemAbout>
  );
}
