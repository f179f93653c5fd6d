import { Menu } from '@base-ui/react/menu';
import { useContext } from 'react';
import { isJsonObject } from '../../../app/base/json-value.ts';
import { versionedName } from '../../../app/base/versioned-name.ts';
import { codeName } from '../../../app/codes/code-name.ts';
import { decidedMeaning, lookupCode } from '../../../app/codes/lookup.ts';
import type { LookupContext } from '../../../app/codes/meaning-evidence.ts';
import type { ToolInfo } from '../../../app/contract/commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { explanationText } from '../../../app/explain/final-stderr.ts';
import { seenText } from '../../../app/explain/reaches.ts';
import { explainStored } from '../../../app/explain/stored-failure.ts';
import type { Finding } from '../../../app/findings/finding.ts';
import { exceptionText, placeText } from '../../../app/frame/error-origin.ts';
import type { Row } from '../../../app/frame/row.ts';
import { type Tier, whoSees } from '../../../app/frame/tier.ts';
import { evidenceLabel, type Seen } from '../../../app/hosts/lens/lens.ts';
import { eraOf } from '../../../app/protocol/revisions.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { wireErrorOf } from '../../state/inspected/settling-envelope.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { loadFrame } from '../../state/server/raw-editor-store.ts';
import { canRestart } from '../../state/session/session-text.ts';
import {
  type ServerVocabulary,
  useServerVocabulary,
  useSessionContext,
} from '../../state/session/use-server-vocabulary.ts';
import { useCopyText } from '../../ui/controls/copy-button.tsx';
import { MenuItem, MenuPanel } from '../../ui/controls/menus.tsx';
import { Button } from '../../ui/kit.tsx';
import { schemaRows } from '../explain/arguments-card.tsx';
import { rightAnswerFor } from '../explain/cards.tsx';
import { lookupContext } from '../explain/exchange-explain.tsx';
import { outcomeText } from '../explain/outcome-text.ts';
import { useSelectionFindings } from '../explain/selection-findings.tsx';
import { InspectorSlotsContext } from '../inspector-slots.ts';
import { useSeen } from '../model/model-page.tsx';
import { useToolInfo } from '../use-tool-info.ts';
import styles from './action-bar.module.css';
import { type BugReportExchange, bugReport, modelPrompt, type PromptEvidence } from './bug-report.ts';
import { connectReproduction, type Reproduction, rightEnd, vitestReproduction } from './reproduction.ts';

type Props = { readonly inspected: Inspected; readonly info: SessionInfo };

/** One way to copy the selection; the text is created on demand, because a frame may be 5 MB. */
type Copy = { readonly label: string; readonly note: string; readonly text: () => string };

/** The actions for the selection, in a fixed bar: copy it, ask a model, edit and send it. */
export function ActionBar({ inspected, info }: Props) {
  const copies = useCopies({ inspected, info });
  const copyText = useCopyText();
  const { editAgain } = useContext(InspectorSlotsContext);
  const edited = editableFrame(inspected, info);
  const prompt = inspected.settling.tier === 'ok' ? undefined : copies.find(({ label }) => label === PROMPT);
  if (copies.length === 0) return null;
  const copy = async (label: string, text: string) => {
    const known = [inspected.request?.raw ?? '', inspected.answer?.raw ?? ''];
    await copyText(text, { done: `Copied: ${label.toLowerCase()}`, known });
  };
  return (
    <div role="toolbar" aria-label="Selection" className={styles.bar}>
      <Menu.Root>
        <Menu.Trigger render={<Button size="small" />}>
          Copy <span aria-hidden="true">▾</span>
        </Menu.Trigger>
        <MenuPanel side="top" align="start" sideOffset={5}>
          {copies.map(({ label, note, text }) => (
            <MenuItem key={label} run={() => void copy(label, text())}>
              {label}
              <small>{note}</small>
            </MenuItem>
          ))}
        </MenuPanel>
      </Menu.Root>
      {prompt !== undefined && (
        <Button size="small" title={prompt.note} onClick={() => void copy(prompt.label, prompt.text())}>
          {PROMPT}
        </Button>
      )}
      {edited !== undefined && (
        <Button
          size="small"
          title="In its form (r), or as a raw line (W)"
          onClick={() => {
            if (!edited.fromRawMessage && editAgain?.when()) void editAgain.run();
            else void loadFrame(inspected.session, edited.seq);
          }}
        >
          Edit and send
        </Button>
      )}
    </div>
  );
}

const PROMPT = 'Prompt for a model';

function editableFrame({ request, frame }: Inspected, info: SessionInfo): Row | undefined {
  if (!canRestart(info)) return undefined;
  return (request?.row.direction === 'client-to-server' ? request : frame)?.row;
}

function useCopies({ inspected, info }: Props): Copy[] {
  const version = useScreen((state) => state.hello?.version ?? '');
  const findings = useSelectionFindings(inspected);
  const vocabulary = useServerVocabulary(info);
  const known = useSessionContext(info);
  const { frame, request, record, session, settling } = inspected;
  const tool = useToolInfo(session, settling.target, request?.row.seq ?? 0);
  const seen = useSeen(inspected, info);
  const source: CopySource = { inspected, info, findings, vocabulary, known, tool, seen };
  const copies: Copy[] = [];
  if (frame !== undefined) copies.push({ label: 'Raw frame', note: 'as on the wire', text: () => frame.raw });
  if (record.type === 'stderr') copies.push({ label: 'Line', note: 'of stderr', text: () => record.text });
  if (request === undefined) return copies;
  copies.push({
    label: 'Bug report',
    note: 'the exchange as Markdown',
    text: () => bugReport(reportedExchange(source, `Tierscope ${version}`.trim())),
  });
  const again = reproductionOf(source);
  if (again !== undefined) {
    copies.push(
      {
        label: 'Command line',
        note: 'tierscope connect, and the request',
        text: () => connectReproduction(again),
      },
      { label: 'Vitest test', note: 'asserts the right tier', text: () => vitestReproduction(again) },
    );
  }
  copies.push({
    label: PROMPT,
    note: 'with all the evidence',
    text: () => modelPrompt(promptEvidence(source)),
  });
  return copies;
}

type CopySource = {
  readonly inspected: Inspected;
  readonly info: SessionInfo;
  readonly findings: readonly Finding[];
  readonly vocabulary: ServerVocabulary;
  readonly known: LookupContext;
  readonly tool: ToolInfo | undefined;
  /** The treatment of the answer by the session's host; undefined if the client passes on none. */
  readonly seen: Seen | undefined;
};

/** The text that reaches the model: in the session's host, or according to the specification. */
function modelText(seen: Seen | undefined, tier: Tier): string {
  if (seen?.kind !== 'row') return whoSees(tier);
  const { entry, found } = seen;
  return `${seenText(seen)} (${evidenceLabel(entry, found)}, ${found.row.source})`;
}

function reportedExchange(source: CopySource, app: string): BugReportExchange {
  const { inspected, info } = source;
  const { settling, request, answer, events } = inspected;
  const code = codeLabel(source);
  const called = `${settling.method} ${settling.target}`.trim();
  return {
    title: `${called}: ${code === '' ? settling.outcome : code}`,
    server: info.server === null ? info.label : versionedName(info.server),
    protocolVersion: info.protocolVersion ?? '',
    tier: settling.tier,
    outcome: settling.outcome,
    code,
    cause: causeIn(source),
    happened: happenedIn(source),
    model: modelText(source.seen, settling.tier),
    durationMs: answer === undefined || request === undefined ? -1 : answer.row.at - request.row.at,
    request: request?.raw ?? '',
    answer: answer?.raw ?? '',
    stderr: events.filter((event) => event.kind === 'stderr').map((event) => event.text),
    findings: source.findings,
    right: rightAnswerFor(inspected, source.findings, info)?.right.line ?? '',
    command: info.commandLine,
    app,
  };
}

function causeIn({ inspected: { failure }, known }: CopySource): string {
  const why = failure && explainStored(failure, known.vocabularies ?? []);
  const { origin } = why ?? {};
  if (origin === undefined) return '';
  return [exceptionText(origin), placeText(origin), `${origin.file}:${origin.line}`, origin.source]
    .filter((line) => line !== '')
    .join('\n');
}

function happenedIn({ inspected, info, known }: CopySource): string {
  const { failure } = inspected;
  if (failure === undefined) return outcomeText(inspected, info).happened;
  return explanationText(explainStored(failure, known.vocabularies ?? []));
}

function promptEvidence(source: CopySource): PromptEvidence {
  const { inspected, vocabulary, tool } = source;
  const { request, events } = inspected;
  const params = request?.envelope.kind === 'request' ? request.envelope.params : undefined;
  const rows =
    tool === undefined
      ? []
      : schemaRows(tool.inputSchema, isJsonObject(params) ? (params.arguments ?? {}) : {}).rows;
  return {
    ...reportedExchange(source, ''),
    vocabulary: vocabulary.shown.map(({ name }) => name).join(' on '),
    meaning: meaningText(source),
    mismatches: rows.filter(({ mismatches }) => mismatches.length > 0),
    logMessages: events.filter((event) => event.kind === 'message').map((event) => event.text),
  };
}

function reproductionOf({ inspected, info, findings }: CopySource): Reproduction | undefined {
  const { request, settling } = inspected;
  if (request?.envelope.kind !== 'request' || request.row.direction !== 'client-to-server') return undefined;
  const { method, params } = request.envelope;
  return {
    title: `${method} ${settling.target}`.trim(),
    commandLine: info.commandLine,
    cwd: info.cwd,
    envNames: info.envNames,
    requestLine: request.raw,
    method,
    params: isJsonObject(params) ? params : {},
    modern: eraOf(info.protocolVersion ?? '') === 'modern',
    right: rightEnd(settling, findings),
  };
}

function codeLabel({ inspected, known }: CopySource): string {
  const { code } = inspected.settling;
  return code === '' ? '' : `${code} ${codeName(code, codeContext(inspected, known))}`;
}

function meaningText({ inspected, known }: CopySource): string {
  const { code } = inspected.settling;
  if (code === '') return '';
  const meanings = lookupCode(code, codeContext(inspected, known));
  const decided = decidedMeaning(meanings);
  const listed = decided === undefined ? meanings.slice(0, 4) : [decided];
  const doubt = decided === undefined ? 'The number alone decides for none of these:\n' : '';
  return `${doubt}${listed.map(({ entry, vocabularyName }) => `- ${vocabularyName}: ${entry.name}. ${entry.meaning} ${entry.how}`.trim()).join('\n')}`;
}

function codeContext(inspected: Inspected, known: LookupContext): LookupContext {
  const error = wireErrorOf(inspected);
  return error === undefined ? known : lookupContext(known, inspected, error);
}
