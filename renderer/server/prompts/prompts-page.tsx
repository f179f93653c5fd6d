import { useMemo } from 'react';
import { isJsonObject, type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { draftOf } from '../../state/server/call-draft.ts';
import { draftKey } from '../../state/server/sidebar-store.ts';
import { searchTerms } from '../../ui/format/drawn-text.tsx';
import { startArguments } from '../../ui/forms/form-value.ts';
import { ListHead, ListNotes, ListScroll, ListSearch, ServerItemAbout } from '../lists/list-head.tsx';
import {
  ItemMenu,
  ServerList,
  type ServerListItem,
  secondLine,
  targetFilter,
} from '../lists/server-list.tsx';
import { useListPage } from '../lists/use-list.ts';
import { suggestFor } from '../tools/arguments-editor.tsx';
import { ArgumentsForm } from '../tools/arguments-form.tsx';
import { openForm } from '../tools/edit-again.ts';

export function PromptsPage({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const page = useListPage(info, 'prompts', readPrompts, unlisted);
  const { state, activity, chosen, searched, query, shown, one: prompt } = page;
  const total = state.kind === 'here' ? state.items.length : undefined;
  const terms = useMemo(() => searchTerms(query), [query]);
  const items = useMemo(() => shown.map((prompt) => itemOf(prompt, terms)), [shown, terms]);
  return (
    <>
      <ListHead info={info} what="prompts" title="Prompts" total={total} />
      {searched && <ListSearch session={session} tab="prompts" label="prompts" />}
      <ListScroll label="Prompts">
        <ListNotes info={info} what="prompts" state={state} found={shown.length} />
        <ServerList
          session={session}
          label="All prompts"
          items={items}
          uses={activity.uses('prompts/get')}
          chosen={chosen}
          terms={terms}
          onChoose={(name) => openForm('prompts', session, name)}
          menu={(name) => (
            <ItemMenu
              use="Get…"
              onUse={() => openForm('prompts', session, name)}
              what="prompt"
              filter={targetFilter('prompts/get', name)}
              copies={[{ label: 'Copy name', text: () => name }]}
            />
          )}
        />
      </ListScroll>
      {prompt !== undefined && <PromptForm key={`${session} ${prompt.name}`} info={info} prompt={prompt} />}
    </>
  );
}

function itemOf(prompt: PromptInfo, terms: readonly string[]): ServerListItem {
  const { name, title, description } = prompt;
  return {
    id: name,
    label: name,
    title: [title, description].filter(Boolean).join('\n'),
    second: secondLine(prompt, terms),
  };
}

const NO_SCHEMA = { type: 'object' };

function unlisted(name: string): PromptInfo {
  return { name, title: undefined, description: 'The server does not list this prompt.', schema: NO_SCHEMA };
}

function PromptForm({ info, prompt }: { readonly info: SessionInfo; readonly prompt: PromptInfo }) {
  const { session } = info;
  const { name, title, description, schema } = prompt;
  const key = draftKey(session, 'prompts', name);
  const first = useMemo(() => draftOf(startArguments(schema), schema), [schema]);
  const suggest = useMemo(() => suggestFor(info, { type: 'ref/prompt', name }), [info, name]);
  const takesArguments = !isJsonObject(schema.properties) || Object.keys(schema.properties).length > 0;
  return (
    <ArgumentsForm
      info={info}
      label={`Get ${name}`}
      verb={['Get', 'Getting…']}
      draftKey={key}
      first={first}
      schema={schema}
      method="prompts/get"
      target={name}
      about={() => <ServerItemAbout name={name} title={title} description={description} />}
      suggest={suggest}
      past
      params={(args) =>
        !takesArguments && Object.keys(args).length === 0 ? { name } : { name, arguments: args }
      }
    />
  );
}

/** A prompt of a list (MCP, server/prompts). */
type PromptInfo = {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** Its arguments as an object schema: all are strings. */
  readonly schema: JsonObject;
};

/** The prompts of a list; entries without a name are left out. */
export function readPrompts(items: readonly unknown[]): PromptInfo[] {
  return items.filter(isJsonObject).flatMap((item) => {
    const name = stringAt(item, 'name');
    if (name === undefined) return [];
    return {
      name,
      title: stringAt(item, 'title'),
      description: stringAt(item, 'description'),
      schema: argumentsSchema(item.arguments),
    };
  });
}

function argumentsSchema(given: unknown): JsonObject {
  const known = Array.isArray(given) ? given.filter(isJsonObject) : [];
  const named = known.flatMap((argument) => {
    const { name, title, description, required } = argument;
    if (typeof name !== 'string') return [];
    const schema = {
      type: 'string',
      ...(typeof title === 'string' ? { title } : {}),
      ...(typeof description === 'string' ? { description } : {}),
    };
    return [{ name, schema, required: required === true }];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(named.map(({ name, schema }) => [name, schema])),
    required: named.filter(({ required }) => required).map(({ name }) => name),
  };
}
