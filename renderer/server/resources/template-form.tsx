import { useMemo } from 'react';
import type { JsonObject } from '../../../app/base/json-value.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { draftOf } from '../../state/server/call-draft.ts';
import { draftKey } from '../../state/server/rail-store.ts';
import { suggestFor } from '../lists/suggest-for.ts';
import { ArgumentsForm } from '../tools/arguments-form.tsx';
import { sendRequest } from '../tools/call-tool.ts';
import type { ResourceInfo } from './read-resources.ts';
import { ResourceAbout } from './resource-about.tsx';
import styles from './resources.module.css';
import { SubscriptionRow } from './subscription-row.tsx';
import { expandTemplate, templateVariables } from './uri-template.ts';

type Props = { readonly info: SessionInfo; readonly template: ResourceInfo };

/** Fills in the variables of a template, completed by the server, and reads the URI that they make. */
export function TemplateForm({ info, template }: Props) {
  const { session } = info;
  const { uri, name } = template;
  const key = draftKey('resources', session, `template ${uri}`);
  const schema = useMemo(() => templateSchema(uri), [uri]);
  const first = useMemo(() => draftOf({}, schema), [schema]);
  const suggest = useMemo(() => suggestFor(info, { type: 'ref/resource', uri }), [info, uri]);
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
      about={() => <ResourceAbout resource={template} />}
      more={(args) => {
        const whole = expandTemplate(uri, args ?? {});
        return (
          <>
            <p className={styles.uri}>{whole}</p>
            <SubscriptionRow info={info} uri={whole} place={key} />
          </>
        );
      }}
      suggest={suggest}
      past={false}
      onSend={(args, limits) => {
        const params = { uri: expandTemplate(uri, args) };
        void sendRequest({ session, key }, 'resources/read', params, limits);
      }}
    />
  );
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
