import type { ReactNode } from 'react';
import { jsonStart } from '../../../app/base/json-start.ts';
import { PART_LABELS } from '../../../app/explain/reaches.ts';
import { evidenceLabel, hostLabel, type Lens, type Seen, seenThrough } from '../../../app/hosts/lens/lens.ts';
import { type Dropped, type PassedOn, passedParts, passedText } from '../../../app/hosts/lens/passed-on.ts';
import type { PassedSegment } from '../../../app/hosts/lens/passed-piece.ts';
import type { SentAnswer } from '../../../app/hosts/lens/sent-answer.ts';
import type { ChosenLens } from '../../state/session/use-host-lens.ts';
import { readBlocks } from '../../ui/content/content-block.ts';
import { ContentBlocks } from '../../ui/content/content-blocks.tsx';
import { shortened } from '../../ui/format/quantity-text.ts';
import { LongText } from '../../ui/json-tree/long-text.tsx';
import { Card, Facts, kit, ScrollBox } from '../../ui/kit.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import page from './model-page.module.css';

/** The model's input from a host's transcript, which overrides all other sources. */
export function TranscriptView({ read, answer }: { readonly read: unknown; readonly answer: SentAnswer }) {
  const blocks = answer.kind === 'protocol-error' ? [] : readBlocks(answer.result.content);
  return (
    <Card title="What the model read" aside="measured: this transcript">
      {typeof read === 'string' ? (
        <LongText text={read} firstChars={4000} />
      ) : (
        <ContentBlocks blocks={blocks} />
      )}
    </Card>
  );
}

type Props = {
  readonly answer: SentAnswer;
  readonly seen: Seen;
  readonly by: ChosenLens['by'];
};

/** The model's exact input in one host; for a host not in the table, the specification's requirement. */
export function HostView({ answer, seen, by }: Props) {
  if (seen.kind === 'no-host') {
    return (
      <SpecifiedView answer={answer}>
        No host is chosen. Choose one in the session header to see what its model gets.
      </SpecifiedView>
    );
  }
  if (seen.kind === 'no-row') {
    const who = hostLabel(seen.entry, seen.version);
    return (
      <SpecifiedView answer={answer}>
        No source says what {who} does with such an answer. To measure it, run <code>tierscope lab</code> in
        it.
      </SpecifiedView>
    );
  }
  const { entry, version, found, passed } = seen;
  const { row, fits } = found;
  return (
    <>
      <Card title="What the model gets" aside={`in ${hostLabel(entry, version)}${CHOSEN_BY[by]}`}>
        <PassedText passed={passed} />
        {passed.cutNote !== '' && <p className={kit.mute}>{passed.cutNote}</p>}
      </Card>
      {passed.dropped.length > 0 && (
        <Card title="What does not arrive">
          <ul className={kit.stack}>
            {passed.dropped.map((one) => (
              <DroppedPart key={`${one.part} ${one.block ?? ''} ${one.cause}`} dropped={one} />
            ))}
          </ul>
        </Card>
      )}
      <Card title="Source">
        <p>
          {evidenceLabel(entry, found)}: <code>{row.source}</code>
          {row.own && ', from a file of your own'}.
        </p>
        {fits === 'other' && (
          <p>
            {version === ''
              ? 'The version of the host in this session is not known: it may do otherwise.'
              : `That is about other versions than ${version}, which may do otherwise.`}
          </p>
        )}
        {row.note !== undefined && <p>{row.note}</p>}
        <OtherReports seen={seen} />
      </Card>
    </>
  );
}

const CHOSEN_BY: { readonly [By in ChosenLens['by']]: string } = {
  user: ', chosen by you',
  project: ', named by the project file',
  client: ', as the client says',
  nobody: '',
};

function OtherReports({ seen }: { readonly seen: Extract<Seen, { kind: 'row' }> }) {
  const { others } = seen.found;
  if (others.length === 0) return null;
  return (
    <>
      <p className={kit.mute}>Others say otherwise:</p>
      <ul className={kit.quoted}>
        {others.map((other) => (
          <li key={`${other.row.source} ${other.row.asOf}`}>
            {evidenceLabel(seen.entry, other)}: <code>{other.row.source}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

const CAUSES: { readonly [Cause in Dropped['cause']]: string } = {
  'not-passed': 'the host does not pass it on',
  'later-block': 'the host passes on the first block only',
  limit: 'the result is above a limit of the host',
  cut: 'the host cuts the text before it',
};

function DroppedPart({ dropped }: { readonly dropped: Dropped }) {
  const { part, block, text, cause } = dropped;
  const name = block === undefined ? PART_LABELS[part] : `block ${block + 1} of content`;
  return (
    <li>
      <p>
        <strong>{name}</strong> <span className={kit.mute}>{CAUSES[cause]}</span>
      </p>
      <del className={`${kit.fact} ${kit.anywhere}`}>
        <LongText text={text} firstChars={600} />
      </del>
    </li>
  );
}

function partsText(seen: Extract<Seen, { kind: 'row' }>): string {
  const parts = passedParts(seen.passed);
  return parts.length === 0 ? 'nothing of the answer' : parts.map((part) => PART_LABELS[part]).join(', ');
}

const TEXT_CHARS = 400;

/** Compares the treatment of one answer by every host in the table. */
export function AllHosts({ answer, lens }: { readonly answer: SentAnswer; readonly lens: Lens }) {
  const { table, host } = lens;
  const seen = table.hosts.map(({ id }) => {
    const version = host?.host === id ? host.version : '';
    return seenThrough({ table, host: { host: id, version } }, answer);
  });
  const known = seen.filter((one) => one.kind === 'row');
  const unknown = seen.flatMap((one) => (one.kind === 'no-row' ? [one.entry.name] : []));
  return (
    <>
      {known.length > 0 && (
        <DataTable
          label="What each host passes on"
          className={page.all}
          columns={HOST_COLUMNS}
          rows={known}
          keyOf={({ entry }) => entry.id}
          row={({ entry }) => ({ 'aria-current': entry.id === host?.host })}
        />
      )}
      <p className={kit.mute}>
        {known.length === 0 && 'No source says what any host does with such an answer. '}
        {unknown.length > 0 && `No source says it of ${unknown.join(', ')}.`}
      </p>
    </>
  );
}

const HOST_COLUMNS: readonly Column<Extract<Seen, { kind: 'row' }>>[] = [
  {
    head: 'Host',
    isName: true,
    cell: ({ entry, found }) => (
      <>
        {entry.name}{' '}
        <small>
          {evidenceLabel(entry, found)
            .slice(entry.name.length)
            .replace(/^[, ]+/, '')}
        </small>
      </>
    ),
  },
  {
    head: 'What the model gets',
    cell: (seen) => <HostCell seen={seen} />,
  },
];

function HostCell({ seen }: { readonly seen: Extract<Seen, { kind: 'row' }> }) {
  const { found, passed } = seen;
  const lost = passed.dropped.length;
  return (
    <>
      <strong>{partsText(seen)}</strong>
      {lost > 0 && (
        <span className={kit.mute}> ({lost === 1 ? 'one part is' : `${lost} parts are`} lost)</span>
      )}
      <p className={kit.code}>{shortened(passedText(passed.segments, TEXT_CHARS + 1), TEXT_CHARS)}</p>
      <p className={`${kit.note} ${kit.truncate}`} title={found.row.source}>
        {found.row.source}
      </p>
    </>
  );
}

/** The specification's rules per kind of answer (MCP 2025-11-25 and 2026-07-28, server/tools, "Error Handling"). */
const ASKS: { readonly [Kind in SentAnswer['kind']]: string } = {
  'protocol-error':
    'Clients MAY give a protocol error to the model: whether this one arrived, only the host knows.',
  'tool-error':
    'Clients SHOULD give a tool error to the model, so that it can correct itself. Which parts arrive, and in which form, depends on the host.',
  success: 'A result is meant for the model. Which parts arrive, and in which form, depends on the host.',
};

/** The parts of an answer that a host may or should pass on, marked as the specification's rules. */
function SpecifiedView({ answer, children }: { readonly answer: SentAnswer; readonly children: ReactNode }) {
  return (
    <>
      <Card title="What the specification asks" aside="no host says more">
        <p>{ASKS[answer.kind]}</p>
        <p className={kit.mute}>{children}</p>
      </Card>
      {answer.kind === 'protocol-error' ? <ErrorParts error={answer} /> : <ResultParts {...answer} />}
    </>
  );
}

function ErrorParts({ error }: { readonly error: Extract<SentAnswer, { kind: 'protocol-error' }> }) {
  const { codeText, message, data } = error;
  return (
    <Card title="What a host may pass on">
      <Facts
        facts={[
          ['code', codeText === '' ? 'none' : codeText],
          ['message', <LongText key="message" text={message} firstChars={1000} />],
          [
            'data',
            <LongText key="data" text={data === undefined ? 'none' : shownJson(data)} firstChars={1000} />,
          ],
        ]}
      />
    </Card>
  );
}

function ResultParts({ result }: Pick<Exclude<SentAnswer, { kind: 'protocol-error' }>, 'result'>) {
  const blocks = readBlocks(result.content);
  const { structuredContent } = result;
  return (
    <>
      <Card title="content" aside={blocks.length === 0 ? 'empty' : 'what a host should pass on'}>
        {blocks.length > 0 ? (
          <ContentBlocks blocks={blocks} />
        ) : (
          <p>No block: a host that passes on content has nothing to say but that the call ended.</p>
        )}
      </Card>
      {structuredContent !== undefined && (
        <Card title="structuredContent" aside="some hosts pass on this instead, some both, some neither">
          <ScrollBox className={`${kit.code} ${kit.tall}`}>
            <LongText text={shownJson(structuredContent)} firstChars={4000} />
          </ScrollBox>
        </Card>
      )}
    </>
  );
}

/** The Message page shows longer values in full. */
function shownJson(value: unknown): string {
  const { text, isWhole } = jsonStart(value, MAX_JSON);
  return isWhole ? text : `${text}… (the Message page has all of it)`;
}

const MAX_JSON = 200_000;

const FIRST_CHARS = 4000;

/** The exact text that the model gets, with the host's own words set apart; other blocks follow their text. */
function PassedText({ passed }: { readonly passed: PassedOn }) {
  const { segments } = passed;
  const says = segments.some((segment) => segment.kind === 'block' || segment.text !== '');
  if (!says) return <p className={kit.mute}>Nothing of the answer.</p>;
  const goesOn = segments.some((segment) => segment.kind === 'text' && segment.goesOn === true);
  return (
    <>
      {runs(segments).map((run, index) =>
        run[0]?.kind === 'block' ? (
          <ContentBlocks
            key={index}
            blocks={readBlocks(run.flatMap((segment) => (segment.kind === 'block' ? [segment.block] : [])))}
          />
        ) : (
          <ScrollBox key={index} className={`${kit.code} ${kit.tall}`}>
            {run.map(
              (segment, place) => segment.kind === 'text' && <TextPart key={place} segment={segment} />,
            )}
          </ScrollBox>
        ),
      )}
      {goesOn && (
        <p className={kit.mute}>Only its beginning is shown here: the Message page has all of it.</p>
      )}
    </>
  );
}

function TextPart({ segment }: { readonly segment: Extract<PassedSegment, { kind: 'text' }> }) {
  const { text, from } = segment;
  return (
    <LongText text={text} firstChars={FIRST_CHARS} className={from === 'words' ? page.words : undefined} />
  );
}

/** Merges consecutive texts into one text, and consecutive blocks into one list. */
function runs(segments: readonly PassedSegment[]): PassedSegment[][] {
  const all: PassedSegment[][] = [];
  for (const segment of segments) {
    const run = all.at(-1);
    if (run?.[0]?.kind === segment.kind) run.push(segment);
    else all.push([segment]);
  }
  return all;
}
