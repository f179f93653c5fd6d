import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { chooseOn, placeOf, useRail } from '../../state/server/rail-store.ts';
import pageStyles from '../../ui/controls/page.module.css';
import { ListHead, ListSearch, SEARCH_FROM } from '../lists/list-head.tsx';
import { ListNotes } from '../lists/list-notes.tsx';
import { matching } from '../lists/matching.ts';
import { OfferList } from '../lists/offer-list.tsx';
import { useList } from '../lists/use-list.ts';
import { PromptForm } from './prompt-form.tsx';
import { type PromptInfo, readPrompts } from './read-prompts.ts';

/** The prompts of a server, and the form that gets the chosen one. */
export function PromptsPage({ info }: { readonly info: SessionInfo }) {
  const { session } = info;
  const { state, activity } = useList(info, 'prompts', readPrompts);
  const query = useRail((rail) => rail.queries.prompts ?? '');
  const chosen = useRail((rail) => rail.chosen[placeOf(session, 'prompts')]);
  const prompts = state.kind === 'here' ? state.items : [];
  const searched = prompts.length > SEARCH_FROM;
  const shown = searched ? matching(prompts, query) : prompts;
  const prompt = prompts.find(({ name }) => name === chosen) ?? unlisted(chosen);
  return (
    <>
      <ListHead
        info={info}
        what="prompts"
        title="Prompts"
        total={state.kind === 'here' ? prompts.length : undefined}
      />
      {searched && <ListSearch tab="prompts" words="prompts" />}
      <div className={pageStyles.scroll}>
        <ListNotes info={info} what="prompts" state={state} found={shown.length} />
        <OfferList
          label="All prompts"
          items={shown.map(({ name, title, description }) => ({
            id: name,
            label: name,
            title: [title, description].filter(Boolean).join('\n'),
          }))}
          uses={activity.uses('prompts/get')}
          chosen={chosen}
          onChoose={(name) => chooseOn('prompts', session, name)}
        />
      </div>
      {prompt !== undefined && <PromptForm key={`${session} ${prompt.name}`} info={info} prompt={prompt} />}
    </>
  );
}

const NO_SCHEMA = { type: 'object' };

/** A logged request may name a prompt that the server does not list, or not any more. */
function unlisted(name: string | undefined): PromptInfo | undefined {
  if (name === undefined) return undefined;
  return { name, title: undefined, description: 'The server does not list this prompt.', schema: NO_SCHEMA };
}
