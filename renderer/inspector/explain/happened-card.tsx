import type { JsonObject } from '../../../app/base/json-value.ts';
import { integerOf, isAmbiguousCode } from '../../../app/codes/lookup.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import type { RetryAdvice } from '../../../app/findings/retry-advice.ts';
import type { Row } from '../../../app/frame/row.ts';
import { Card } from '../../ui/controls/card.tsx';
import styles from './explain.module.css';
import type { OutcomeText } from './outcome-text.ts';

type Props = {
  readonly text: OutcomeText;
  readonly row: Row;
  readonly info: SessionInfo;
  /** What may be done with the same call, if anything says it. */
  readonly retry?: RetryAdvice | undefined;
};

/** What happened, who must act, and what to look at next. */
export function HappenedCard({ text, row, info, retry }: Props) {
  const { code, method, target } = row;
  const next = nextStep({ code, method, target, serverCapabilities: info.serverCapabilities });
  if (text.happened === '' && next === '' && retry === undefined) return null;
  return (
    <Card title="What happened">
      <p>{text.happened}</p>
      {text.act !== '' && <p className={styles.act}>{text.act}</p>}
      {next !== '' && <p className={styles.act}>{next}</p>}
      {retry !== undefined && (
        <p className={styles.act}>
          <strong>Retry:</strong> {retryText(retry)}
        </p>
      )}
    </Card>
  );
}

/** The advice in one or two sentences: what to do, and what says so. */
export function retryText({ retry, notBefore, because }: RetryAdvice): string {
  const when = notBefore === undefined ? '' : ` (${notBefore})`;
  switch (retry) {
    case 'same':
      return `the same call may be sent again at once. ${because}`;
    case 'later':
      return `the same call may succeed after a pause${when}. ${because}`;
    case 'changed':
      return `only a changed call can succeed. ${because}`;
    case 'no':
      return `sending it again does not help. ${because}`;
  }
}

/** What the next diagnostic step may look at. */
type StepEvidence = {
  readonly code: string;
  readonly method: string;
  readonly target: string;
  readonly serverCapabilities: JsonObject;
};

/** The capability that a server must declare for a method (MCP, basic/lifecycle, Capability Negotiation). */
const NEEDS: readonly (readonly [prefix: string, capability: string])[] = [
  ['tools/', 'tools'],
  ['resources/', 'resources'],
  ['prompts/', 'prompts'],
  ['completion/', 'completions'],
  ['logging/', 'logging'],
  ['tasks/', 'tasks'],
];

/** One or two sentences: what to look at next for this code. Empty if there is no general advice. */
export function nextStep({ code, method, target, serverCapabilities }: StepEvidence): string {
  switch (code) {
    case '-32601':
      return unknownMethod(method, serverCapabilities);
    case '-32602':
      if (method !== 'tools/call') return `Compare the params of the request with what ${method} defines.`;
      return `Compare the arguments with the input schema of ${target === '' ? 'the tool' : target}, and see whether tools/list names it. An argument that the model got wrong should be a tool error, so that the model can correct it.`;
    case '-32603':
      return 'The handler failed inside the server. Read the stderr lines of this call for its exception.';
    case '-32700':
      return 'Look at the raw request: the bytes that the client wrote are not JSON.';
    case '-32600':
      return 'Look at the raw request: its envelope lacks jsonrpc "2.0", a method, or a usable id.';
    case '-32002':
      return method === 'resources/read' || target.includes('://')
        ? `See whether resources/list or a resource template names ${target === '' ? 'this address' : target}. Since 2026-07-28 a server answers -32602 for a missing resource.`
        : shared(code);
    case '-32042':
      return 'The user must open the address in data.elicitations; the client then sends the same call again.';
    case '-32021':
      return 'Compare data.requiredCapabilities with the capabilities that the client declared. Connect again with those that are missing, or do without this call.';
    case '-32022':
      return 'Choose a revision that data.supported names, and connect again with it.';
    default:
      return shared(code);
  }
}

function shared(code: string): string {
  const number = integerOf(code);
  if (number === undefined || !isAmbiguousCode(number)) return '';
  return 'This number means something else in each SDK. Read the message and data first, then the meaning in the vocabulary of this server.';
}

function unknownMethod(method: string, capabilities: JsonObject): string {
  const needed = NEEDS.find(([prefix]) => method.startsWith(prefix))?.[1];
  if (needed === undefined) return `The server does not know the method ${method}. Check its spelling.`;
  return needed in capabilities
    ? `The server declared ${needed} in its capabilities, so it should know ${method}. Its author must add the handler or drop the capability.`
    : `The server did not declare ${needed} in its capabilities. The client must not call ${method} here.`;
}
