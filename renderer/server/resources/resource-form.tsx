import { useMemo } from 'react';
import { type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { draftOf } from '../../state/server/call-draft.ts';
import { draftKey } from '../../state/server/rail-store.ts';
import { ArgumentsForm } from '../tools/arguments-form.tsx';
import { sendRequest } from '../tools/call-tool.ts';
import type { ResourceInfo } from './read-resources.ts';
import { ResourceAbout } from './resource-about.tsx';
import { SubscriptionRow } from './subscription-row.tsx';

type Props = { readonly info: SessionInfo; readonly resource: ResourceInfo };

const SCHEMA: JsonObject = {
  type: 'object',
  properties: { uri: { type: 'string' } },
  required: ['uri'],
};

/** Reads one resource, by its URI or any other, and subscribes to it. */
export function ResourceForm({ info, resource }: Props) {
  const key = draftKey('resources', info.session, resource.uri);
  const first = useMemo(() => draftOf({ uri: resource.uri }, SCHEMA), [resource.uri]);
  return (
    <ArgumentsForm
      info={info}
      label={`Read ${resource.name}`}
      verb={['Read', 'Reading…']}
      draftKey={key}
      first={first}
      schema={SCHEMA}
      method="resources/read"
      target={resource.uri}
      about={() => <ResourceAbout resource={resource} />}
      more={(args) => <SubscriptionRow info={info} uri={stringAt(args, 'uri') ?? ''} place={key} />}
      past={false}
      onSend={(args, limits) =>
        void sendRequest({ session: info.session, key }, 'resources/read', args, limits)
      }
    />
  );
}
