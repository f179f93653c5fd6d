import { expandVocabulary } from '../codes/catalog.ts';
import type { LookupMatch } from '../codes/search.ts';
import { ruleById } from '../findings/all-rules.ts';
import type { ErrorTier } from '../frame/tier.ts';
import { ACTOR_LABELS } from '../protocol/actor.ts';
import { HEAD_CHARS } from '../recording/import/file-head.ts';
import { detectFormat, type ForeignFormatName, formatTitle } from '../recording/import/formats.ts';
import { importFile } from '../recording/import/import-file.ts';
import { ReportBuilder } from './build-report.ts';
import { otherFindings, problemsOf, problemTitle } from './problems.ts';

const NAME = 'The pasted text';

/**
 * What the messages in a pasted text show, as meanings, worst first; empty for a text without messages. Only what a
 * message proves: a host's sentence alone means what the catalog says of it.
 */
export function pastedMeanings(text: string): readonly LookupMatch[] {
  const found = detectFormat(text.slice(0, HEAD_CHARS), NAME);
  if (found === null || found === 'tierscope') return [];
  // A lone answer has no request: only one of these formats adds it.
  const format: ForeignFormatName = found === 'json-rpc' ? 'text-messages' : found;
  const { records } = importFile(format, text, { fileName: NAME });
  const messages = new Set(
    records.filter(({ type }) => type === 'frame' || type === 'http').map(({ seq }) => seq),
  );
  const builder = new ReportBuilder();
  for (const record of records) builder.take(record, record.seq);
  return builder.finish('', format, []).sessions.flatMap((session) => [
    ...problemsOf(session).flatMap(({ error }) =>
      error === undefined || !messages.has(error.seq) || isBareCode(error)
        ? []
        : meaningOf(format, {
            ...{ seq: error.seq, tier: error.tier, code: error.code, reason: problemTitle(error) },
            meaning: error.explanation,
            how: error.todo === '' ? '' : `${ACTOR_LABELS[error.acts]}: ${error.todo}`,
          }),
    ),
    ...otherFindings(session).flatMap(({ finding: { rule, seq, title, message, todo } }) =>
      ruleById(rule)?.subject === 'hidden-failure'
        ? meaningOf(format, {
            ...{ seq, tier: 'tool', code: null, reason: title, meaning: message, how: todo },
          })
        : [],
    ),
  ]);
}

/** An error of which only the code is known: the catalog says more about that. */
function isBareCode({ tier, method }: { readonly tier: string; readonly method: string | null }): boolean {
  return tier === 'protocol' && (method === null || method === 'unknown');
}

type Shown = {
  readonly seq: number;
  readonly tier: ErrorTier;
  readonly code: number | null;
  readonly reason: string;
  readonly meaning: string;
  readonly how: string;
};

function meaningOf(format: ForeignFormatName, { seq, code, ...shown }: Shown): LookupMatch[] {
  const vocabularyName = `${NAME}, read as ${formatTitle(format)}`;
  const coded = code === null ? {} : { code };
  const row = { ...shown, ...coded, label: '', data: null, source: `entry ${seq} of the text` };
  return expandVocabulary({ id: `pasted-${seq}`, name: vocabularyName, reasons: [row] }).map((entry) => ({
    ...{ entry, vocabularyName, matchedBy: 'message', contrast: false, score: Number.MAX_SAFE_INTEGER },
  }));
}
