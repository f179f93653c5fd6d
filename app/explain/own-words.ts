import { jsonText } from '../base/json-value.ts';
import { missingVariable } from '../codes/process-entry.ts';
import { detailIn } from '../findings/error-text.ts';
import { saysAsClients } from '../findings/rules/codes.ts';
import { type Upstream, upstreamIn } from '../findings/upstream-words.ts';
import type { NextStep } from '../protocol/actor.ts';
import { type CauseRow, explanationOf, row, stepOf, within } from './explanation.ts';
import type { Failed, Refused } from './failure.ts';
import { phrase } from './phrases.ts';
import services from './port-services.json' with { type: 'json' };
import { inRequest } from './request-fault.ts';

/** Codes that by themselves say what is wrong with a request. */
const OF_REQUEST: readonly string[] = [
  ...['-32700', '-32601', '-32602'],
  ...['-32042', '-32020', '-32021', '-32022'],
];

const TWICE =
  /\balready (?:been )?initiali[sz]ed\b|\b(?:duplicate|second|repeated) initiali[sz]\w*|\binitiali[sz]\w* (?:was )?(?:called |sent |received )?(?:twice|again|more than once)\b/i;
const CREDENTIALS =
  /\b(?:token|licen[sc]e|credentials?|api[ _-]?key|certificate|subscription|login)\b.{0,30}\b(?:expired|revoked|invalid|not valid|rejected|missing|required)\b|\b(?:expired|revoked|missing) (?:access |bearer |auth |refresh |api[ _-]?)?(?:token|key|credentials?|licen[sc]e)\b|\binvalid (?:access token|bearer token|api[ _-]?key|credentials?)\b|\bunauthori[sz]ed\b|\bunauthenticated\b|\bauthentication (?:failed|required)\b|\bnot logged in\b/i;

/** What HTTP servers and gateways say with a 404, whatever the code. */
const SESSION_LOST =
  /^(?:[^:]{0,40}: )?(?:mcp )?session (?:id )?(?:\S{0,80} )?(?:not found|(?:has )?expired|(?:is )?gone|terminated)\b|\bunknown session\b/i;

const says = (words: RegExp) => (refused: Refused) => words.test(textOf(refused));

function textOf({ error: { message, data } }: Refused): string {
  return `${message} ${detailIn(data)}`;
}

/** The server's own explanation of its refusal, checked before its code is interpreted. */
export const SERVER_SAYS: readonly CauseRow<Refused>[] = [
  row('initialize-twice', (refused) => refused.method === 'initialize' && says(TWICE)(refused)),
  within<Refused>(
    ({ error, method }) => method !== '' && !OF_REQUEST.includes(error.codeText),
    [
      inRequest(),
      row(
        'client-words-sent',
        ({ error: { code, message } }) => code === -32001 && saysAsClients(code, message),
      ),
      row('session-lost', says(SESSION_LOST)),
      row('setting-missing', (refused) => missingSetting(textOf(refused))),
      row('credentials-refused', says(CREDENTIALS)),
      (refused) => upstreamCause(refused, upstreamIn(textOf(refused))),
    ],
  ),
];

/** A dependency that the tool could not reach, named in its error. */
export function upstreamCause(failed: Failed, upstream: Upstream | undefined) {
  if (upstream === undefined) return undefined;
  const { kind, address, status } = upstream;
  const isAsked = address !== '' && jsonText(failed.params ?? '').includes(address);
  return explanationOf(`upstream.${kind}${isAsked ? '-asked' : ''}`, failed, {
    at: placeOf(address),
    status: status === '' ? undefined : status,
  });
}

/** What to do about a dependency that only stderr names. */
export function upstreamStep({ kind, address }: Upstream): NextStep {
  return stepOf(`upstream.${kind}`, {}, { at: placeOf(address) });
}

function placeOf(address: string): string {
  const service = Object.entries(services).find(([port]) => address.endsWith(`:${port}`))?.[1];
  if (address === '') return phrase('upstream.none');
  return service === undefined ? address : phrase('upstream.service', { address, service });
}

/** Distinguishes an environment variable from an error code in capitals. */
const SETTING = /\benv(?:ironment)?\b|_(?:KEY|TOKEN|SECRET|URL|URI|PASSWORD|HOST|ENDPOINT|CREDENTIALS)\b/;

/** The variable of the server that a text names as missing. */
export function missingSetting(text: string) {
  const variable = missingVariable(text);
  return variable !== undefined && SETTING.test(text) && { variable };
}
