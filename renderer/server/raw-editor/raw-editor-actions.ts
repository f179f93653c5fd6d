import { err, ok, type Result } from '../../../app/base/result.ts';
import type { CommandInput } from '../../../app/contract/commands.ts';
import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import type { RowTable } from '../../../app/frame/row-table.ts';
import {
  editOfHead,
  type HttpEdit,
  httpEditSchema,
  httpMethodSchema,
} from '../../../app/requests/raw-editor/http-edit.ts';
import {
  inForm,
  lineCount,
  type RawBytes,
  type RawForm,
  readDraft,
} from '../../../app/requests/raw-editor/raw-draft.ts';
import { TEMPLATES, type Template, type TemplateContext } from '../../../app/requests/raw-editor/template.ts';
import { lineText, toBase64 } from '../../../app/wire/line-text.ts';
import { host, notifyFailure, settled } from '../../state/host/host.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { activeSession } from '../../state/screen/screen-store.ts';
import {
  loadSelected,
  openRawEditor,
  selectedFrame,
  useRawEditor,
} from '../../state/server/raw-editor-store.ts';
import { actionsOf } from '../../ui/controls/action.ts';
import { headOfDraft } from './http-fields.tsx';

/** Inserts a template into the field, filled in for the active session. */
export function chooseTemplate(template: Template, info: SessionInfo): void {
  const text = template.text(sessionContext(info, sessionLog(info.session).mirror.table));
  useRawEditor.setState({ draft: { form: 'text', text }, template: template.id, fault: '' });
}

/** Updates the typed text; the line still belongs to the template, edited by the user. */
export function editDraft(text: string): void {
  useRawEditor.setState(({ draft }) => ({ draft: { ...draft, text }, fault: '' }));
}

export function changeForm(form: RawForm): void {
  const changed = inForm(useRawEditor.getState().draft, form);
  useRawEditor.setState(changed.ok ? { draft: changed.value, fault: '' } : { fault: changed.error });
}

/** Sends the content of the field unchanged; a failure appears below the field. */
export async function sendDraft(session: string): Promise<void> {
  const { draft, template } = useRawEditor.getState();
  const read = readDraft(draft);
  const input = read.ok ? rawInput(session, read.value) : undefined;
  const isHttp = isOverHttp(activeSession());
  const http = isHttp ? await httpEdit(session) : ok(undefined);
  if (!http.ok) {
    useRawEditor.setState({ fault: http.error });
    return;
  }
  if (!read.ok || input === undefined) {
    useRawEditor.setState({ fault: read.ok ? FILLED_UTF8 : read.error });
    return;
  }
  const sent = await settled(host().sendRaw({ ...input, http: http.value }));
  if (!sent.ok) {
    useRawEditor.setState({ fault: sent.error });
    return;
  }
  const first = sent.value.seq;
  const last = isHttp ? first : first + lineCount(read.value) - 1;
  useRawEditor.setState({ fault: '', sent: { session, first, last, template } });
}

/** Closes a raw HTTP request that is still open, such as a stream. */
export async function closeRequest(session: string, requestSeq: number): Promise<void> {
  await notifyFailure(host().cancel({ session, requestSeq }));
}

/** True for a session whose raw messages are HTTP requests. */
export function isOverHttp(info: SessionInfo | undefined): boolean {
  return liveInfo(info)?.http !== undefined;
}

/** What the fields change of the request that the session would send; undefined for nothing. */
async function httpEdit(session: string): Promise<Result<HttpEdit | undefined>> {
  const { http, draft } = useRawEditor.getState();
  const { method, suffix, head } = http;
  if (!httpMethodSchema.safeParse(method).success) return err('The method must be one word, such as POST.');
  const place = httpEditSchema.safeParse({ suffix });
  if (!place.success) return err('The path takes letters, digits, and . _ / -');
  const named = { ...(method === 'POST' ? {} : { method }), ...(suffix === '' ? {} : { suffix }) };
  if (head === null) return ok(Object.keys(named).length === 0 ? undefined : named);
  const ours = await headOfDraft(session, method, draft);
  const headers = ours.ok ? editOfHead(head, ours.value) : ours;
  return headers.ok ? ok({ ...named, headers: headers.value }) : headers;
}

const FILLED_UTF8 = 'A line that is filled up can hold UTF-8 only: take out ⟨FF⟩ and the like.';

function rawInput(session: string, { bytes, fill }: RawBytes): CommandInput<'sendRaw'> | undefined {
  const line = lineText(bytes);
  if (fill === undefined) {
    const bytesOrText = 'raw' in line ? { text: line.raw } : { base64: toBase64(bytes) };
    return { session, ...bytesOrText, deliberate: true };
  }
  const after = lineText(fill.after);
  if (!('raw' in line) || !('raw' in after)) return undefined;
  return { session, text: line.raw, fill: { bytes: fill.bytes, after: after.raw }, deliberate: true };
}

export function templateOf(id: string | null): Template | undefined {
  return TEMPLATES.find((template) => template.id === id);
}

const LOOKED_AT = 20_000;

function sessionContext(info: SessionInfo, table: RowTable): TemplateContext {
  const { usedId, openId, tool } = seenIn(table);
  return {
    revision: info.protocolVersion ?? '',
    // The log only grows, so its length is an unused number.
    freshId: JSON.stringify(`h${table.length}`),
    usedId: usedId ?? '1',
    openId: openId ?? usedId ?? '1',
    tool: tool ?? 'echo',
  };
}

type Seen = { usedId?: string; openId?: string; tool?: string };

/** The ids and the tool used by this side's latest requests. */
export function seenIn(table: RowTable): Seen {
  const seen: Seen = {};
  const end = Math.max(0, table.length - LOOKED_AT);
  for (let index = table.length - 1; index >= end; index -= 1) {
    const row = table.row(index);
    if (row?.shape !== 'request' || row.direction !== 'client-to-server') continue;
    seen.usedId ??= row.id;
    if (row.outcome === 'pending') seen.openId ??= row.id;
    if (row.method === 'tools/call' && row.target !== '') seen.tool ??= row.target;
  }
  return seen;
}

/** A recording has no server; there, `w` shows the whole recording. */
function isNoRecording(): boolean {
  const info = activeSession();
  return info !== undefined && info.kind !== 'file';
}

/** The raw editor's actions in the palette and on the keyboard. */
export const RAW_EDITOR_ACTIONS = actionsOf('Log', [
  ['Write a raw line or request to the server', 'w', openRawEditor, isNoRecording],
  ['Edit the raw line of the selected frame', 'W', () => void loadSelected(), () => selectedFrame() !== null],
]);
