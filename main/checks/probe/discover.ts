import {
  NO_LISTS,
  type ProbeHttp,
  type ProbeSurface,
  type ServerLists,
  surfaceOf,
} from '../../../app/checks/probe/surface.ts';
import type { HttpLinkState } from '../../../app/contract/session-info.ts';
import { hostOf, isLoopback } from '../../../app/frame/http-record.ts';
import { isDeclared } from '../../../app/protocol/client-capabilities.ts';
import type { SettingsChange } from '../../../app/protocol/session-settings.ts';
import { LiveSession } from '../../session/live-session.ts';
import type { ListKind } from '../../session/protocol-client.ts';
import type { ProcessPlace } from './probe-process.ts';

const LISTS = {
  tools: ['tools'],
  prompts: ['prompts'],
  resources: ['resources'],
  resourceTemplates: ['resources'],
} as const satisfies { readonly [Name in keyof ServerLists]: readonly string[] };

export type Discovery =
  | { readonly kind: 'ready'; readonly surface: ProbeSurface }
  /** The server could not be started; `why` is one sentence. */
  | { readonly kind: 'failed'; readonly why: string };

/** A probe session declares nothing that it cannot answer, never waits for a person and watches no files. */
const ALONE: SettingsChange = {
  capabilities: {},
  answers: { roots: { kind: 'canned' }, sampling: { kind: 'decline' }, elicitation: { kind: 'decline' } },
  watch: [],
  repeatLastCall: false,
};

/** Starts the server with the official client, reads what it declares and lists, and ends it. */
export async function discover(
  { spec, log, reaper, numbers }: ProcessPlace,
  { settings, version, signal }: { settings: SettingsChange; version: string; signal: AbortSignal },
): Promise<Discovery> {
  let firstEnding = '';
  const session = new LiveSession({
    spec,
    version,
    reaper,
    numbers,
    journal: log,
    settings: { ...settings, ...ALONE },
    onStatus: ({ state, ending }) => {
      if (state === 'failed' && firstEnding === '') firstEnding = ending;
    },
  });
  const stop = () => void session.disconnect('the probe was cancelled');
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) return { kind: 'failed', why: 'The probe was cancelled.' };
    await session.start();
    if (session.status.state !== 'ready') {
      return { kind: 'failed', why: firstEnding || 'The server could not be started.' };
    }
    const { facts } = log;
    const capabilities = facts.serverCapabilities ?? {};
    const lists = { ...NO_LISTS };
    for (const [name, path] of Object.entries(LISTS) as [ListKind & keyof ServerLists, readonly string[]][]) {
      if (!isDeclared(capabilities, path)) continue;
      lists[name] = (await session.listAll(name)).items;
    }
    // A server that answers the lists and then exits was still ready.
    const http = spec.kind === 'http' ? httpOf(spec.url, session.details.http) : undefined;
    const revision = facts.peers.protocolVersion ?? '';
    return { kind: 'ready', surface: surfaceOf(revision, capabilities, lists, http) };
  } finally {
    signal.removeEventListener('abort', stop);
    await session.disconnect('');
  }
}

function httpOf(url: string, state: HttpLinkState | undefined): ProbeHttp | undefined {
  if (state?.transport !== 'streamable-http') return undefined;
  return { hasSession: state.sessionId !== '', isLoopback: isLoopback(hostOf(url)) };
}
