import { useMemo, useState } from 'react';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { nearestName } from '../../../app/findings/call-name.ts';
import type { ListVerdict } from '../../../app/hosts/tools/tool-judge.ts';
import { isDestructive, toolHints } from '../../../app/protocol/tool-hints.ts';
import type { UseCount } from '../../../app/session/server-activity.ts';
import { showDialog } from '../../state/screen/screen-store.ts';
import { firstDraft } from '../../state/server/call-draft.ts';
import { type ListedTool, labTool, readTools } from '../../state/server/listed.ts';
import {
  draftKey,
  loadArguments,
  setToolOrder,
  TOOL_ORDERS,
  type ToolGroup,
  type ToolOrder,
  toolGroups,
  useSidebar,
} from '../../state/server/sidebar-store.ts';
import { CheckLine, Select } from '../../ui/controls/fields.tsx';
import { searchTerms } from '../../ui/format/drawn-text.tsx';
import { counted } from '../../ui/format/quantity-text.ts';
import { schemaFields } from '../../ui/forms/schema-fields.ts';
import { Button, kit, ScrollBox, TierMark } from '../../ui/kit.tsx';
import { ListHead, ListNotes, ListScroll, ListSearch, ServerItemAbout } from '../lists/list-head.tsx';
import styles from '../lists/server-list.module.css';
import {
  ItemMenu,
  ServerList,
  type ServerListItem,
  secondLine,
  targetFilter,
} from '../lists/server-list.tsx';
import { useListPage } from '../lists/use-list.ts';
import { ArgumentsForm } from './arguments-form.tsx';
import { openForm } from './edit-again.ts';
import modelStyles from './model-tools.module.css';
import { outcomeText, summaryText, useListVerdict } from './model-tools.ts';
import { FailureReasons } from './past-calls.tsx';

export function ToolsPage({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const page = useListPage(info, 'tools', readTools, unlisted);
  const { state, items: tools, activity, chosen, searched, query, shown, one: tool } = page;
  const verdict = useListVerdict(info, tools);
  const other = tool === undefined || tools.includes(tool) ? '' : tool.name;
  const names = tools.map(({ name }) => name);
  const meant = nearestName(other, names);
  const total = state.kind === 'here' ? tools.length : undefined;
  return (
    <>
      <ListHead info={info} what="tools" title="Tools" total={total}>
        {tools.length > 1 && <OrderSelect />}
      </ListHead>
      {tools.length > 0 && <ModelLine info={info} tools={tools} verdict={verdict} />}
      {searched && <ListSearch session={session} tab="tools" label="tools" />}
      <ListScroll label="Tools">
        <ListNotes info={info} what="tools" state={state} found={shown.length} />
        <ToolList
          info={info}
          tools={shown}
          query={query}
          verdict={verdict}
          uses={activity.uses('tools/call')}
          chosen={chosen}
        />
      </ListScroll>
      {meant !== undefined && (
        <Button look="link" onClick={() => callInstead(session, other, meant)}>
          Call {meant} instead
        </Button>
      )}
      {tool !== undefined && (
        <CallForm key={`${session} ${tool.name} ${tool.taskSupport}`} info={info} tool={tool} />
      )}
    </>
  );
}

function callInstead(session: string, name: string, meant: string): void {
  const draft = useSidebar.getState().drafts[draftKey(session, 'tools', name)];
  loadArguments(draftKey(session, 'tools', meant), draft?.kept ?? {});
  openForm('tools', session, meant);
}

/** How many tools reach the model of the chosen host; opens the details of each. */
function ModelLine({ tools, verdict }: Pick<Props, 'info' | 'tools' | 'verdict'>) {
  const text = verdict === undefined ? 'Which tools reach a model…' : summaryText(verdict);
  return (
    <p className={`${modelStyles.line} ${kit.fixed}`}>
      <Button
        look="link"
        onClick={() => showDialog('model-tools')}
        title={`What hosts and providers make of ${tools.length} tools`}
      >
        {text}
      </Button>
    </p>
  );
}

/** A logged call may name a tool that the server does not list (any more): it can still be sent. */
function unlisted(name: string): ListedTool {
  const description = 'The server does not list this tool.';
  return { name, description, inputSchema: ANYTHING, taskSupport: 'forbidden' };
}

const ANYTHING = { type: 'object' };
const MAX_NAMED = 200;

function CallForm({ info, tool }: { readonly info: SessionInfo; readonly tool: ListedTool }) {
  const { server } = info;
  const first = useMemo(() => firstDraft({ server }, tool), [server, tool]);
  const [asTask, setAsTask] = useState(tool.taskSupport === 'required');
  // Since 2026-07-28 the server decides what becomes a task.
  const isModern = liveInfo(info)?.era === 'modern';
  return (
    <ArgumentsForm
      info={info}
      label={`Call ${tool.name}`}
      verb={['Call', 'Calling…']}
      danger={isDestructive(tool.annotations) ? 'The server says that this tool may destroy something.' : ''}
      draftKey={draftKey(info.session, 'tools', tool.name)}
      first={first}
      schema={tool.inputSchema}
      method="tools/call"
      target={tool.name}
      about={(asJson) => <CallAbout session={info.session} tool={tool} listed={asJson} />}
      more={() =>
        tool.taskSupport === 'forbidden' || isModern ? null : (
          <CheckLine className={`${kit.fixed} ${kit.above}`} checked={asTask} onChange={setAsTask}>
            Run as a task <small>{tool.taskSupport} by the tool</small>
          </CheckLine>
        )
      }
      past
      toolCall={asTask && !isModern ? 'task' : 'plain'}
      params={(args) => ({ name: tool.name, arguments: args })}
    />
  );
}

type CallAboutProps = {
  readonly session: string;
  readonly tool: ListedTool;
  readonly listed: boolean;
};

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
        <ScrollBox className={`${kit.low} ${kit.above} ${kit.fixed}`}>
          <ul aria-label="Input schema">
            {fields.slice(0, MAX_NAMED).map((field) => (
              <li key={field.name} title={field.description}>
                <code>{field.name}</code>
                {field.required && <span className={kit.fault}> required</span>}
                <span className={kit.fact}> {field.type}</span>
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

type Props = {
  readonly info: SessionInfo;
  readonly tools: readonly ListedTool[];
  readonly query: string;
  /** The chosen host's verdict on them; undefined for none. */
  readonly verdict: ListVerdict | undefined;
  readonly uses: ReadonlyMap<string, UseCount>;
  readonly chosen: string | undefined;
};

function ToolList({ info, tools, query, verdict, uses, chosen }: Props) {
  const { server, session } = info;
  const order = useSidebar((sidebar) => sidebar.toolOrder);
  // Only this order depends on calls: the uses are a mutable map, and this value tells when they change.
  const calls = order === 'errors' ? failuresText(uses) : '';
  const terms = useMemo(() => searchTerms(query), [query]);
  const groups = useMemo(
    () =>
      toolGroups({ server }, tools, order, uses).map((group) => ({
        ...group,
        items: group.tools.map((tool) => itemOf(server, tool, terms, verdict)),
      })),
    [server, tools, order, calls, terms, verdict],
  );
  return groups.map(({ heading, tier, items }) => {
    const label = groupLabel({ heading, tier });
    return (
      <section key={heading} aria-label={label}>
        {heading !== '' && (
          <h3 className={`${kit.row} ${kit.heading} ${kit.sunk} ${styles.group}`} data-tier={tier}>
            {tier !== undefined && <TierMark tier={tier} size={11} />}
            {heading}
            <span className={kit.push}>{items.length}</span>
          </h3>
        )}
        <ServerList
          session={session}
          label={label}
          items={items}
          uses={uses}
          chosen={chosen}
          terms={terms}
          onChoose={(name) => openForm('tools', session, name)}
          menu={(name) => <ToolMenu session={session} tool={tools.find((one) => one.name === name)} />}
        />
      </section>
    );
  });
}

function ToolMenu({ session, tool }: { readonly session: string; readonly tool: ListedTool | undefined }) {
  if (tool === undefined) return null;
  const { name, description, inputSchema, outputSchema } = tool;
  const json = (value: unknown) => () => JSON.stringify(value, null, 2);
  return (
    <ItemMenu
      use="Call…"
      onUse={() => openForm('tools', session, name)}
      what="tool"
      filter={targetFilter('tools/call', name)}
      copies={[
        { label: 'Copy name', text: () => name },
        ...(description === undefined ? [] : [{ label: 'Copy description', text: () => description }]),
        { label: 'Copy input schema', text: json(inputSchema) },
        ...(outputSchema === undefined ? [] : [{ label: 'Copy output schema', text: json(outputSchema) }]),
      ]}
    />
  );
}

function groupLabel({ heading, tier }: Pick<ToolGroup, 'heading' | 'tier'>): string {
  if (heading === '') return 'All tools';
  return tier === undefined ? `Tools: ${heading}` : `Tools of the ${tier} tier`;
}

function itemOf(
  server: SessionInfo['server'],
  tool: ListedTool,
  terms: readonly string[],
  verdict: ListVerdict | undefined,
): ServerListItem {
  const { name, title, description } = tool;
  const own = verdict?.tools.find((one) => one.tool.name === name);
  const lost = own?.outcome.startsWith('lost') === true ? outcomeText(own) : '';
  const isLab = labTool({ server }, name) !== undefined;
  return {
    id: name,
    label: name,
    title: [title, description].filter(Boolean).join('\n'),
    // The lab's names and titles say the same.
    second:
      [lost, secondLine(isLab ? { name, description } : tool, terms)].filter(Boolean).join(': ') || undefined,
    hints: toolHints(tool.annotations),
  };
}

function failuresText(uses: ReadonlyMap<string, UseCount>): string {
  return [...uses.values()]
    .map(({ tool, protocol, client, transport }) => tool + protocol + client + transport)
    .join(' ');
}

const ORDERS: Readonly<Record<ToolOrder, string>> = {
  declared: 'as listed',
  name: 'by name',
  errors: 'by errors',
};

function OrderSelect() {
  const order = useSidebar((sidebar) => sidebar.toolOrder);
  return (
    <Select
      className={styles.order}
      aria-label="Order of the tools"
      value={order}
      onChange={setToolOrder}
      options={TOOL_ORDERS.map((one) => [one, ORDERS[one]])}
    />
  );
}
