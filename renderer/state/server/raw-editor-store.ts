import { create } from 'zustand';
import { type HttpRequestRecord, pathOf } from '../../../app/frame/http-record.ts';
import type { KnownRecord } from '../../../app/frame/record.ts';
import type { RowKey } from '../../../app/frame/view/view-page.ts';
import { headText } from '../../../app/requests/raw-editor/http-edit.ts';
import { type RawDraft, writeDraft } from '../../../app/requests/raw-editor/raw-draft.ts';
import { fromBase64 } from '../../../app/wire/line-text.ts';
import { exchangeNumber } from '../log/http-views.ts';
import { sessionLog } from '../log/log-mirrors.ts';
import { records } from '../log/use-record.ts';
import { selectedKey, sessionInfo, showDialog } from '../screen/screen-store.ts';

/** The last sent line, and its purpose. */
export type Sent = {
  readonly session: string;
  /** The seqs of its first and last line. */
  readonly first: number;
  readonly last: number;
  /** The template of the line; null for the user's own. */
  readonly template: string | null;
};

/** What an HTTP request has beside its body. */
export type RawHttp = {
  readonly method: string;
  /** What stands behind the path of the session's address. */
  readonly suffix: string;
  /** The headers as text; null for those of the session. */
  readonly head: string | null;
};

type RawEditorState = {
  readonly draft: RawDraft;
  readonly http: RawHttp;
  /** The template in the field; null once the user has written their own line. */
  readonly template: string | null;
  readonly fault: string;
  readonly sent: Sent | null;
};

const OWN_REQUEST: RawHttp = { method: 'POST', suffix: '', head: null };

/** The raw editor keeps its text while the dialog is closed. */
export const useRawEditor = create<RawEditorState>(() => ({
  draft: { form: 'text', text: '' },
  http: OWN_REQUEST,
  template: null,
  fault: '',
  sent: null,
}));

/** Nobody edits longer texts, and a text field with one would freeze the page. */
const MAX_EDITED_CHARS = 400_000;

export function openRawEditor(): void {
  showDialog('raw-editor');
}

/** Loads the bytes of a frame into the raw editor and opens it. */
export async function loadFrame(session: string, seq: number): Promise<void> {
  openRawEditor();
  const read = await records.fetch(session, seq);
  const record = read.ok ? read.value : undefined;
  const asked = await requestOf(session, record);
  const http = asked === undefined ? OWN_REQUEST : httpOf(asked, sessionInfo(session)?.commandLine ?? '');
  if (record?.type === 'http' && asked !== undefined) {
    useRawEditor.setState({ draft: { form: 'text', text: '' }, http, template: null, fault: '' });
    return;
  }
  if (record?.type !== 'frame') {
    useRawEditor.setState({ fault: read.ok ? 'This row is not a frame.' : read.error });
    return;
  }
  const stored = record.raw ?? record.rawBase64 ?? '';
  if (stored.length > MAX_EDITED_CHARS) {
    const size = stored.length.toLocaleString('en');
    useRawEditor.setState({ fault: `The line has ${size} characters, which is too long to be edited here.` });
    return;
  }
  const bytes =
    record.raw === undefined ? fromBase64(record.rawBase64 ?? '') : new TextEncoder().encode(record.raw);
  const cut = record.truncatedBytes === undefined ? '' : 'The end of this line was not kept in the log.';
  useRawEditor.setState({ draft: writeDraft('text', bytes), http, template: null, fault: cut });
}

/** How far before a record its raw HTTP request is looked for, in records. */
const LOOKED_AT = 1500;

/** The raw HTTP request that a record belongs to; undefined for none. */
async function requestOf(session: string, record: KnownRecord | undefined) {
  const x = exchangeNumber(record);
  if (record === undefined || x === 0) return undefined;
  const read = await records.fetchRange(session, Math.max(0, record.seq - LOOKED_AT), record.seq);
  for (const one of read.ok ? read.value : [])
    if (one.type === 'http' && one.event === 'request' && one.x === x && one.deliberate === true) return one;
  return undefined;
}

function httpOf({ method, url, headers }: HttpRequestRecord, address: string): RawHttp {
  const own = pathOf(address);
  const path = pathOf(url);
  return {
    method,
    suffix: path.startsWith(own) ? path.slice(own.length) : '',
    head: headText(headers.map(([name, value]) => ({ name, value, isHidden: false }))),
  };
}

/** Loads the selected row; does nothing unless it is a frame. */
export async function loadSelected(): Promise<void> {
  const frame = selectedFrame();
  if (frame !== null) await loadFrame(frame.session, frame.seq);
}

/** The selected row of the active session if it is a frame; else null. */
export function selectedFrame(): RowKey | null {
  const key = selectedKey();
  return key !== null && sessionLog(key.session).mirror.rowOf(key.seq)?.kind === 'frame' ? key : null;
}
