import { flushSync } from 'react-dom';
import { type JsonObject, stringAt } from '../../../app/base/json-value.ts';
import type { Row } from '../../../app/frame/row.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { exchanges, fetchEnvelope } from '../../state/log/use-record.ts';
import { giveFocusSoon } from '../../state/screen/focus-targets.ts';
import { notify, selectedKey, setSidebarOpen } from '../../state/screen/screen-store.ts';
import {
  chooseOn,
  type DraftKey,
  draftKey,
  loadArguments,
  type SidebarTab,
} from '../../state/server/sidebar-store.ts';
import { paramsAgain } from '../request/request-page.tsx';
import { argumentsOf } from './past-calls.tsx';

/** True if the selected row is a client request, or the end of one. */
export function canEditAgain(): boolean {
  return selectedRequest() !== undefined;
}

export async function editAgain(): Promise<void> {
  const selected = selectedRequest();
  if (selected === undefined) return;
  const { session, row } = selected;
  const request = await fetchEnvelope(session, row.seq);
  if (request?.kind !== 'request') {
    notify({ level: 'error', text: 'This request cannot be read from the log.' });
    return;
  }
  const { tab, name, key, args } = formFor(session, request);
  const read = await exchanges.read({ session, seq: row.seq });
  const texts = read.ok
    ? read.value?.failures.flatMap((one) => [one.stderr.origin?.message, one.message])
    : [];
  loadArguments(key, args, namedArgument(args, texts?.join('\n') ?? ''));
  openForm(tab, session, name);
}

/** The argument that an error names, else the one whose value it quotes; empty for none. */
export function namedArgument(args: JsonObject, error: string): string {
  const says = (text: string) =>
    text !== '' &&
    text.length <= error.length &&
    new RegExp(`(?<!\\w)${text.replace(/\W/g, '\\$&')}(?!\\w)`).test(error);
  const members = Object.keys(args);
  return members.find(says) ?? members.find((member) => says(String(args[member]))) ?? '';
}

/** Tools, prompts and resources have their own forms; all other requests use the general one. */
export function formFor(
  session: string,
  { method, params }: { readonly method: string; readonly params: unknown },
): { readonly tab: SidebarTab; readonly name: string; readonly key: DraftKey; readonly args: JsonObject } {
  const again = paramsAgain(params);
  const name = stringAt(again, 'name');
  const uri = stringAt(again, 'uri');
  const plain = again._meta === undefined;
  if (method === 'tools/call' && name !== undefined && plain) {
    return { tab: 'tools', name, key: draftKey(session, 'tools', name), args: argumentsOf(again) };
  }
  if (method === 'prompts/get' && name !== undefined && plain) {
    return { tab: 'prompts', name, key: draftKey(session, 'prompts', name), args: argumentsOf(again) };
  }
  if (method === 'resources/read' && uri !== undefined) {
    return { tab: 'resources', name: uri, key: draftKey(session, 'resources', uri), args: again };
  }
  return { tab: 'request', name: method, key: draftKey(session, 'request', ''), args: again };
}

function selectedRequest(): { readonly session: string; readonly row: Row } | undefined {
  const key = selectedKey();
  if (key === null) return undefined;
  const { mirror } = sessionLog(key.session);
  const selected = mirror.rowOf(key.seq);
  if (selected === undefined) return undefined;
  const row = isOwnRequest(selected) ? selected : mirror.rowOf(selected.pair);
  return row !== undefined && isOwnRequest(row) ? { session: key.session, row } : undefined;
}

/** Server requests go the other way: there is nothing to re-run. */
function isOwnRequest(row: Row): boolean {
  return row.kind === 'frame' && row.shape === 'request' && row.direction === 'client-to-server';
}

export function openForm(tab: SidebarTab, session: string, name: string): void {
  // The previous form must be gone.
  flushSync(() => {
    chooseOn(tab, session, name);
    setSidebarOpen(true);
  });
  giveFocusSoon('form');
}
