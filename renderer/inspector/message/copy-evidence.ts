import { isJsonObject } from '../../../app/base/json-value.ts';
import { codeName } from '../../../app/codes/code-name.ts';
import { decidedMeaning, lookupCode } from '../../../app/codes/lookup.ts';
import type { LookupContext } from '../../../app/codes/lookup-context.ts';
import type { ToolInfo } from '../../../app/contract/commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { Finding } from '../../../app/findings/finding.ts';
import { eraOf } from '../../../app/protocol/revisions.ts';
import type { Inspected } from '../../state/inspected/inspected.ts';
import { wireErrorOf } from '../../state/inspected/settling-envelope.ts';
import type { ServerVocabulary } from '../../state/vocabulary/server-vocabulary.ts';
import { lookupContext } from '../explain/error-context.ts';
import { outcomeWords } from '../explain/outcome-words.ts';
import { rightEnd } from '../explain/right-end.ts';
import { schemaRows } from '../explain/schema-rows.ts';
import type { PromptEvidence } from '../model/model-prompt.ts';
import type { ReportedExchange } from './bug-report.ts';
import type { Reproduction } from './reproduction.ts';

/** What the copies of an exchange are made of. */
export type CopySource = {
  readonly inspected: Inspected;
  readonly info: SessionInfo;
  readonly findings: readonly Finding[];
  readonly vocabulary: ServerVocabulary;
  /** What the catalogue knows of the session. */
  readonly known: LookupContext;
  /** The called tool, where a list named it. */
  readonly tool: ToolInfo | undefined;
};

/** The exchange as a bug report tells it; `app` is this program with its version. */
export function reportedExchange(source: CopySource, app: string): ReportedExchange {
  const { inspected, info } = source;
  const { settling, request, answer, events } = inspected;
  const code = codeWords(source);
  const called = `${settling.method} ${settling.target}`.trim();
  return {
    title: `${called}: ${code === '' ? settling.outcome : code}`,
    server: info.server === null ? info.label : `${info.server.name} ${info.server.version}`,
    protocolVersion: info.protocolVersion ?? '',
    tier: settling.tier,
    outcome: settling.outcome,
    code,
    happened: outcomeWords(settling).happened,
    durationMs: answer === undefined || request === undefined ? -1 : answer.row.at - request.row.at,
    request: request?.raw ?? '',
    answer: answer?.raw ?? '',
    stderr: events.filter((event) => event.kind === 'stderr').map((event) => event.text),
    app,
  };
}

export function promptEvidence(source: CopySource): PromptEvidence {
  const { inspected, vocabulary, findings, tool } = source;
  const { request, events } = inspected;
  const params = request?.envelope.kind === 'request' ? request.envelope.params : undefined;
  const rows =
    tool === undefined
      ? []
      : schemaRows(tool.inputSchema, isJsonObject(params) ? (params.arguments ?? {}) : {}).rows;
  return {
    ...reportedExchange(source, ''),
    vocabulary: vocabulary.shown.map(({ name }) => name).join(' on '),
    meaning: meaningWords(source),
    findings,
    mismatches: rows.filter(({ mismatches }) => mismatches.length > 0),
    logMessages: events.filter((event) => event.kind === 'message').map((event) => event.text),
  };
}

/** What it takes to make the call again; undefined where the selection is no request of the client. */
export function reproductionOf({ inspected, info, findings }: CopySource): Reproduction | undefined {
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

function codeWords({ inspected, known }: CopySource): string {
  const { code } = inspected.settling;
  return code === '' ? '' : `${code} ${codeName(code, codeContext(inspected, known))}`;
}

function meaningWords({ inspected, known }: CopySource): string {
  const { code } = inspected.settling;
  if (code === '') return '';
  const meanings = lookupCode(code, codeContext(inspected, known));
  const decided = decidedMeaning(meanings);
  const told = decided === undefined ? meanings.slice(0, 4) : [decided];
  const doubt = decided === undefined ? 'The number alone decides for none of these:\n' : '';
  return `${doubt}${told.map(({ entry, vocabularyName }) => `- ${vocabularyName}: ${entry.name}. ${entry.meaning} ${entry.how}`.trim()).join('\n')}`;
}

function codeContext(inspected: Inspected, known: LookupContext): LookupContext {
  const error = wireErrorOf(inspected);
  return error === undefined ? known : lookupContext(known, inspected, error);
}
