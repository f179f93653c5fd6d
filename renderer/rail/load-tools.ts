import { isJsonObject } from '../../app/base/json-value.ts';
import { ok, type Result } from '../../app/base/result.ts';
import type { ToolInfo } from '../../app/contract/commands.ts';
import { lineText } from '../../app/exchange/rows.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import type { Row } from '../../app/frame/row.ts';
import { type Envelope, readEnvelope } from '../../app/wire/envelope.ts';
import { shownLine } from '../../app/wire/line-text.ts';
import { readTools } from './read-tools.ts';

export type ToolSource = {
  /** The answers to tools/list that hold a list, oldest first. */
  readonly lists: readonly number[];
  readonly rowOf: (seq: number) => Row | undefined;
  readonly fetch: (seq: number) => Promise<Result<KnownRecord | undefined>>;
};

/**
 * The tools as the log last told them: the newest list, with the pages before it where the list came
 * in pages (MCP, server/utilities/pagination). Fails with the host's sentence.
 */
export async function loadTools(source: ToolSource): Promise<Result<ToolInfo[]>> {
  const pages: ToolInfo[][] = [];
  for (const seq of source.lists.toReversed()) {
    const answer = await read(source, seq);
    if (!answer.ok) return answer;
    if (answer.value?.kind === 'result') pages.unshift(readTools(answer.value.result));
    const request = await read(source, source.rowOf(seq)?.pair ?? 0);
    if (!request.ok) return request;
    if (!hasCursor(request.value)) break;
  }
  return ok(pages.flat());
}

async function read(source: ToolSource, seq: number): Promise<Result<Envelope | undefined>> {
  if (seq === 0) return ok(undefined);
  const record = await source.fetch(seq);
  if (!record.ok) return record;
  return ok(record.value?.type === 'frame' ? readEnvelope(shownLine(lineText(record.value))) : undefined);
}

function hasCursor(request: Envelope | undefined): boolean {
  return request?.kind === 'request' && isJsonObject(request.params) && request.params.cursor !== undefined;
}
