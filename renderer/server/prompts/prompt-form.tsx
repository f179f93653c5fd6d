import { useMemo } from 'react';
import { isJsonObject } from '../../../app/base/json-value.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { draftOf } from '../../state/server/call-draft.ts';
import { draftKey } from '../../state/server/rail-store.ts';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { startArguments } from '../../ui/forms/start-value.ts';
import { suggestFor } from '../lists/suggest-for.ts';
import { ArgumentsForm } from '../tools/arguments-form.tsx';
import styles from '../tools/call-form.module.css';
import { sendRequest } from '../tools/call-tool.ts';
import type { PromptInfo } from './read-prompts.ts';

type Props = { readonly info: SessionInfo; readonly prompt: PromptInfo };

/** Gets a prompt with its arguments, completed by the server as one types. */
export function PromptForm({ info, prompt }: Props) {
  const { session } = info;
  const { name, title, description, schema } = prompt;
  const key = draftKey('prompts', session, name);
  const first = useMemo(() => draftOf(startArguments(schema), schema), [schema]);
  const suggest = useMemo(() => suggestFor(info, { type: 'ref/prompt', name }), [info, name]);
  const asked = !isJsonObject(schema.properties) || Object.keys(schema.properties).length > 0;
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
      about={() => (
        <>
          <h2 className={styles.title}>
            {name}
            {title !== undefined && title !== name && <span> {title}</span>}
          </h2>
          {description !== undefined && <ScrollBox className={styles.description}>{description}</ScrollBox>}
          {!asked && <p className={styles.note}>This prompt takes no arguments.</p>}
        </>
      )}
      suggest={suggest}
      past
      onSend={(args, limits) => {
        const empty = !asked && Object.keys(args).length === 0;
        const params = empty ? { name } : { name, arguments: args };
        void sendRequest({ session, key }, 'prompts/get', params, limits);
      }}
    />
  );
}
