import type { CommandInput } from '../../app/contract/commands.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { TEMPLATES } from '../../app/raw-editor/all-templates.ts';
import {
  inForm,
  lineCount,
  type RawBytes,
  type RawForm,
  readDraft,
  writeDraft,
} from '../../app/raw-editor/raw-draft.ts';
import type { Template } from '../../app/raw-editor/template.ts';
import { fromBase64, lineText, toBase64 } from '../../app/wire/line-text.ts';
import { host, settled } from '../state/host/host.ts';
import { sessionLog } from '../state/log/log-mirrors.ts';
import { records } from '../state/log/use-record.ts';
import { showDialog } from '../state/screen/screen-actions.ts';
import { useScreen } from '../state/screen/screen-store.ts';
import { useComposer } from './composer-store.ts';
import { sessionContext } from './session-context.ts';

/** More than that is no text that one edits: a text field would freeze the page. */
const MOST_EDITED_CHARS = 400_000;

export function openComposer(): void {
  showDialog('composer');
}

/** Puts a template into the field, filled in for the session in front. */
export function chooseTemplate(template: Template, info: SessionInfo): void {
  const text = template.text(sessionContext(info, sessionLog(info.session).mirror.table));
  useComposer.setState({ draft: { form: 'text', text }, template: template.id, fault: '' });
}

/** Takes what is typed; the line is still the template's, with a change of the user's. */
export function editDraft(text: string): void {
  useComposer.setState(({ draft }) => ({ draft: { ...draft, text }, fault: '' }));
}

/** Leaves the template: the line is one of the user's own. */
export function leaveTemplate(): void {
  useComposer.setState({ template: null });
}

/** Writes the same bytes in another form. */
export function changeForm(form: RawForm): void {
  const changed = inForm(useComposer.getState().draft, form);
  useComposer.setState(changed.ok ? { draft: changed.value, fault: '' } : { fault: changed.error });
}

/** Loads the bytes of a frame into the field, and opens the composer. */
export async function loadFrame(session: string, seq: number): Promise<void> {
  openComposer();
  const read = await records.fetch(session, seq);
  const record = read.ok ? read.value : undefined;
  if (record?.type !== 'frame') {
    useComposer.setState({ fault: read.ok ? 'This row is no frame.' : read.error });
    return;
  }
  const stored = record.raw ?? record.rawBase64 ?? '';
  if (stored.length > MOST_EDITED_CHARS) {
    const size = stored.length.toLocaleString('en');
    useComposer.setState({ fault: `The line has ${size} characters, which is too long to be edited here.` });
    return;
  }
  const bytes =
    record.raw === undefined ? fromBase64(record.rawBase64 ?? '') : new TextEncoder().encode(record.raw);
  const cut = record.truncatedBytes === undefined ? '' : 'The end of this line was not kept in the log.';
  useComposer.setState({ draft: writeDraft('text', bytes), template: null, fault: cut });
}

/** Loads the selected row; does nothing where no frame is selected. */
export async function loadSelected(): Promise<void> {
  const frame = selectedFrame();
  if (frame !== undefined) await loadFrame(frame.session, frame.seq);
}

/** The selected frame of the session in front. */
export function selectedFrame(): { readonly session: string; readonly seq: number } | undefined {
  const { active, views } = useScreen.getState();
  const seq = active === null ? null : (views[active]?.selected ?? null);
  if (active === null || seq === null) return undefined;
  return sessionLog(active).mirror.rowOf(seq)?.kind === 'frame' ? { session: active, seq } : undefined;
}

/** Sends what is in the field as it is; a failure stands below the field. */
export async function sendDraft(session: string): Promise<void> {
  const { draft, template } = useComposer.getState();
  const read = readDraft(draft);
  const input = read.ok ? rawInput(session, read.value) : undefined;
  if (!read.ok || input === undefined) {
    useComposer.setState({ fault: read.ok ? FILLED_UTF8 : read.error });
    return;
  }
  const sent = await settled(host().sendRaw(input));
  if (!sent.ok) {
    useComposer.setState({ fault: sent.error });
    return;
  }
  const first = sent.value.seq;
  const last = first + lineCount(read.value) - 1;
  useComposer.setState({ fault: '', sent: { session, first, last, template } });
}

const FILLED_UTF8 = 'A line that is filled up can hold UTF-8 only: take out ⟨FF⟩ and the like.';

function rawInput(session: string, { bytes, fill }: RawBytes): CommandInput<'sendRaw'> | undefined {
  const line = lineText(bytes);
  if (fill === undefined) {
    const said = 'raw' in line ? { text: line.raw } : { base64: toBase64(bytes) };
    return { session, ...said, deliberate: true };
  }
  const after = lineText(fill.after);
  if (!('raw' in line) || !('raw' in after)) return undefined;
  return { session, text: line.raw, fill: { bytes: fill.bytes, after: after.raw }, deliberate: true };
}

/** The template of this id. */
export function templateOf(id: string | null): Template | undefined {
  return TEMPLATES.find((template) => template.id === id);
}
