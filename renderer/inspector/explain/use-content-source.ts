import { useMemo } from 'react';
import { isJsonObject } from '../../../app/base/json-value.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { host, settled } from '../../state/host/host.ts';
import { sendRefusal } from '../../state/session/session-words.ts';
import type { ContentSource, ResourceReading } from '../../ui/content/content-source.ts';

/** Lets the content of a session's results ask its server for the resources that they name. */
export function useContentSource(info: SessionInfo): ContentSource {
  const { session } = info;
  const refusal = sendRefusal(info);
  return useMemo(
    () => ({ session, refusal, read: (uri: string) => readResource(session, uri) }),
    [session, refusal],
  );
}

async function readResource(session: string, uri: string): Promise<ResourceReading> {
  const answer = await settled(host().readResource({ session, uri }));
  if (!answer.ok) return { kind: 'failed', why: answer.error, seq: 0 };
  const { result, failure, requestSeq: seq } = answer.value;
  if (failure !== '') return { kind: 'failed', why: failure, seq };
  return { kind: 'read', contents: isJsonObject(result) ? result.contents : [], seq };
}
