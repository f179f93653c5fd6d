import { useEffect, useMemo, useRef } from 'react';
import { create } from 'zustand';
import { isJsonObject, type JsonObject, plainText, stringAt } from '../../../app/base/json-value.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import type { UseCount } from '../../../app/session/server-activity.ts';
import { host } from '../../state/host/host.ts';
import { draftOf } from '../../state/server/call-draft.ts';
import { useActivity } from '../../state/server/server-activity.ts';
import { chooseOn, type DraftKey, draftKey, pageKey, useSidebar } from '../../state/server/sidebar-store.ts';
import { isTapped, sendRefusal } from '../../state/session/session-text.ts';
import { CheckLine } from '../../ui/controls/fields.tsx';
import { searchTerms } from '../../ui/format/drawn-text.tsx';
import { byteSize, counted } from '../../ui/format/quantity-text.ts';
import { Button, kit } from '../../ui/kit.tsx';
import { ListHead, ListNotes, ListScroll, ListSearch, ServerItemAbout } from '../lists/list-head.tsx';
import {
  ItemMenu,
  matching,
  ServerList,
  type ServerListItem,
  secondLine,
  targetFilter,
} from '../lists/server-list.tsx';
import { type ListState, useList, useListSearch } from '../lists/use-list.ts';
import { suggestFor } from '../tools/arguments-editor.tsx';
import { ArgumentsForm } from '../tools/arguments-form.tsx';
import { runCall, sendRequest } from '../tools/call-tool.ts';
import { openForm } from '../tools/edit-again.ts';
import styles from './resources.module.css';
import { expandTemplate, templateVariables } from './uri-template.ts';

const TEMPLATE = 'template ';
/** No URI yet: the form for any other address. */
const ANY = '';

/** The selected one; a URI that is no longer in any list can still be read. */
export function ResourcesPage({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const resources = useList(info, 'resources', readResources);
  const templates = useList(info, 'resourceTemplates', readTemplates);
  const chosen = useSidebar((sidebar) => sidebar.chosen[pageKey(session, 'resources')]);
  const all = resources.items;
  const allTemplates = templates.items;
  const { searched, query } = useListSearch(session, 'resources', all.length + allTemplates.length);
  const uses = resources.activity.uses('resources/read');
  const shown = { info, query, chosen };
  const choose = (uri: string) => {
    chooseOn('resources', session, uri);
    if (sendRefusal(info) === '') readResource(session, uri);
  };
  return (
    <>
      {searched && <ListSearch session={session} tab="resources" label="resources and templates" />}
      <ListScroll label="Resources and templates">
        <Part {...shown} what="resources" state={resources.state} all={all} uses={uses} onChoose={choose} />
        <div className={styles.part}>
          <Part
            {...shown}
            what="resourceTemplates"
            state={templates.state}
            all={allTemplates}
            onChoose={(uri) => openForm('resources', session, uri)}
          />
        </div>
        <Button className={styles.any} onClick={() => openForm('resources', session, ANY)}>
          Read another URI…
        </Button>
      </ListScroll>
      {chosen !== undefined && (
        <ResourceForm
          key={`${session} ${chosen}`}
          info={info}
          resource={resourceOf(chosen, [...all, ...allTemplates])}
        />
      )}
    </>
  );
}

function idOf({ uri, isTemplate }: ResourceInfo): string {
  return isTemplate ? TEMPLATE + uri : uri;
}

type PartProps = {
  readonly info: SessionInfo;
  readonly what: 'resources' | 'resourceTemplates';
  readonly state: ListState<ResourceInfo>;
  readonly all: readonly ResourceInfo[];
  readonly query: string;
  readonly uses?: ReadonlyMap<string, UseCount>;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
};

function Part({ info, what, state, all, query, uses, chosen, onChoose }: PartProps) {
  const title = what === 'resources' ? 'Resources' : 'Templates';
  const total = state.kind === 'here' ? state.items.length : undefined;
  const terms = useMemo(() => searchTerms(query), [query]);
  const shown = useMemo(() => matching(all, query), [all, query]);
  const items = useMemo(() => shown.map((one) => itemOf(one, terms)), [shown, terms]);
  return (
    <section aria-label={title}>
      <ListHead info={info} what={what} title={title} total={total} part={what !== 'resources'} />
      <ListNotes info={info} what={what} state={state} found={shown.length} />
      <ServerList
        session={info.session}
        label={title}
        items={items}
        terms={terms}
        uses={uses}
        chosen={chosen}
        onChoose={onChoose}
        menu={(id) => <ResourceMenu resource={all.find((one) => idOf(one) === id)} onChoose={onChoose} />}
      />
    </section>
  );
}

type MenuProps = { readonly resource: ResourceInfo | undefined; readonly onChoose: (id: string) => void };

function ResourceMenu({ resource, onChoose }: MenuProps) {
  if (resource === undefined) return null;
  const { uri, name, isTemplate } = resource;
  return (
    <ItemMenu
      use={isTemplate ? 'Fill in and read…' : 'Read'}
      onUse={() => onChoose(idOf(resource))}
      what={isTemplate ? 'template' : 'resource'}
      filter={targetFilter('resources/read', isTemplate ? uri.replace(/\{.*$/s, '') : uri)}
      copies={[
        { label: isTemplate ? 'Copy URI template' : 'Copy URI', text: () => uri },
        { label: 'Copy name', text: () => name },
      ]}
    />
  );
}

function itemOf(one: ResourceInfo, terms: readonly string[]): ServerListItem {
  const { uri, title, name, mimeType, description } = one;
  return {
    id: idOf(one),
    label: title ?? name,
    title: [uri, mimeType, description].filter(Boolean).join('\n'),
    second: secondLine({ name: title ?? name, description }, terms),
  };
}

/** The selected one; a URI that no list contains any more can still be read. */
function resourceOf(chosen: string, items: readonly ResourceInfo[]): ResourceInfo {
  const found = items.find((one) => idOf(one) === chosen);
  if (found !== undefined) return found;
  return chosen === ANY
    ? {
        uri: ANY,
        isTemplate: false,
        name: 'another URI',
        description: 'Any address that the server may know.',
      }
    : {
        uri: chosen,
        isTemplate: false,
        name: chosen,
        description: 'The server does not list this resource.',
      };
}

const SCHEMA: JsonObject = {
  type: 'object',
  properties: { uri: { type: 'string' } },
  required: ['uri'],
};

function ResourceForm({ info, resource }: { readonly info: SessionInfo; readonly resource: ResourceInfo }) {
  const { uri, name, isTemplate } = resource;
  const schema = useMemo(() => (isTemplate ? templateSchema(uri) : SCHEMA), [isTemplate, uri]);
  const first = useMemo(() => draftOf(isTemplate ? {} : { uri }, schema), [isTemplate, uri, schema]);
  const suggest = useMemo(() => suggestFor(info, { type: 'ref/resource', uri }), [info, uri]);
  const key = draftKey(info.session, 'resources', isTemplate ? TEMPLATE + uri : uri);
  return (
    <ArgumentsForm
      info={info}
      label={`Read ${name}`}
      verb={['Read', 'Reading…']}
      draftKey={key}
      first={first}
      schema={schema}
      method="resources/read"
      target={uri}
      about={() => <ResourceAbout resource={resource} />}
      more={(args) => {
        const whole = isTemplate ? expandTemplate(uri, args ?? {}) : (stringAt(args, 'uri') ?? '');
        return (
          <>
            {isTemplate && <p className={`${kit.fact} ${kit.anywhere} ${kit.fixed} ${kit.above}`}>{whole}</p>}
            <SubscriptionRow info={info} uri={whole} draftKey={key} />
          </>
        );
      }}
      suggest={isTemplate ? suggest : undefined}
      params={(args) => (isTemplate ? { uri: expandTemplate(uri, args) } : args)}
    />
  );
}

function ResourceAbout({ resource }: { readonly resource: ResourceInfo }) {
  const { name, title, description, mimeType, size, annotations } = resource;
  const facts = [
    ...(mimeType === undefined ? [] : [mimeType]),
    ...(size === undefined ? [] : [byteSize(size)]),
    ...Object.entries(annotations ?? {}).map(([key, value]) => `${key} ${plainText(value)}`),
  ];
  return <ServerItemAbout name={name} title={title} description={description} facts={facts.join(' · ')} />;
}

function templateSchema(template: string): JsonObject {
  const variables = templateVariables(template);
  const properties = variables.map(({ name, list }) => [
    name,
    list ? { type: 'array', items: { type: 'string' } } : { type: 'string' },
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: variables.map(({ name }) => name),
  };
}

/** A resource or template in a list (MCP, server/resources). */
type ResourceInfo = {
  readonly uri: string;
  readonly isTemplate: boolean;
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string | undefined;
  readonly mimeType?: string | undefined;
  /** In bytes; undefined if the server does not report it. */
  readonly size?: number | undefined;
  readonly annotations?: JsonObject | undefined;
};

const readResources = (items: readonly unknown[]) => readItems(items, 'uri');
const readTemplates = (items: readonly unknown[]) => readItems(items, 'uriTemplate');

/** Entries without a URI are left out. */
function readItems(items: readonly unknown[], member: 'uri' | 'uriTemplate'): ResourceInfo[] {
  return items.filter(isJsonObject).flatMap((item) => {
    const uri = stringAt(item, member);
    if (uri === undefined) return [];
    return {
      uri,
      isTemplate: member === 'uriTemplate',
      name: stringAt(item, 'name') ?? uri,
      title: stringAt(item, 'title'),
      description: stringAt(item, 'description'),
      mimeType: stringAt(item, 'mimeType'),
      size: typeof item.size === 'number' ? item.size : undefined,
      annotations: isJsonObject(item.annotations) ? item.annotations : undefined,
    };
  });
}

type Props = {
  readonly info: SessionInfo;
  readonly uri: string;
  readonly draftKey: DraftKey;
};

/** Subscribes to a resource, and shows how often the server reported a change. */
function SubscriptionRow({ info, uri, draftKey }: Props) {
  const { session } = info;
  const updates = useActivity(session).updated.get(uri) ?? 0;
  const auto = useAutoReads((state) => state.reads[autoReadKey(session, uri)] === true);
  const subscribed = liveInfo(info)?.subscriptions.includes(uri) === true;
  const refusal = sendRefusal(info);
  const declared = declaresSubscriptions(info);
  return (
    <div className={`${kit.wrap} ${kit.fixed} ${kit.above}`}>
      <Button
        aria-pressed={subscribed}
        disabled={refusal !== '' || uri === ''}
        title={declared ? refusal : 'The server declares no subscriptions: it may refuse.'}
        onClick={() => setSubscribed(session, uri, draftKey, !subscribed)}
      >
        {subscribed ? 'Unsubscribe' : 'Subscribe'}
      </Button>
      <span role="status" className={kit.fact}>
        {updates > 0 || subscribed ? counted(updates, 'update') : ''}
      </span>
      {(subscribed || auto) && (
        <CheckLine
          className={`${kit.fixed} ${kit.above}`}
          checked={auto}
          onChange={(on) => setAutoRead(session, uri, on)}
        >
          Read again at each update
        </CheckLine>
      )}
    </div>
  );
}

function declaresSubscriptions({ serverCapabilities }: SessionInfo): boolean {
  const { resources } = serverCapabilities;
  return typeof resources === 'object' && resources !== null && 'subscribe' in resources;
}

/** Which subscribed resources are reread at each update, by `session uri`. */
type AutoReads = { readonly reads: { readonly [place: string]: true } };

const useAutoReads = create<AutoReads>(() => ({ reads: {} }));

function autoReadKey(session: string, uri: string): string {
  return `${session} ${uri}`;
}

function setAutoRead(session: string, uri: string, on: boolean): void {
  useAutoReads.setState(({ reads }) => {
    const { [autoReadKey(session, uri)]: _before, ...others } = reads;
    return { reads: on ? { ...others, [autoReadKey(session, uri)]: true } : others };
  });
}

function setSubscribed(session: string, uri: string, key: DraftKey, on: boolean): void {
  const input = { session, uri };
  void runCall({ session, key }, on ? host().subscribe(input) : host().unsubscribe(input));
}

/** Reads a resource; selects the answer in the log. */
function readResource(session: string, uri: string): void {
  const caller = { session, key: draftKey(session, 'resources', uri) };
  void sendRequest(caller, { method: 'resources/read', params: { uri } });
}

/** Consecutive updates cause one read, and endless updates do not fill the log. */
const PAUSE_MS = 500;

/** Rereads resources when the server reports a change, if the user wants that. */
export function useReadOnUpdate(info: SessionInfo): void {
  const { session } = info;
  const { updated } = useActivity(session);
  const reads = useAutoReads((state) => state.reads);
  const calling = useSidebar((sidebar) => sidebar.calling);
  const seen = useRef(new Map<string, number>());
  const wanted = [...updated].filter(([uri]) => reads[autoReadKey(session, uri)]);
  const due = wanted
    .filter(([uri, count]) => (seen.current.get(`${session} ${uri}`) ?? 0) < count)
    .filter(([uri]) => calling[draftKey(session, 'resources', uri)] === undefined)
    .map(([uri]) => uri)
    .join('\n');
  const live = info.state === 'ready' && !isTapped(info);
  useEffect(() => {
    if (!live || due === '') return;
    const timer = setTimeout(() => {
      for (const uri of due.split('\n')) {
        seen.current.set(`${session} ${uri}`, updated.get(uri) ?? 0);
        readResource(session, uri);
      }
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [session, live, due, updated]);
}
