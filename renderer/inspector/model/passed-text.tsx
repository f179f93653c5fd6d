import type { PassedOn } from '../../../app/host-lens/passed-on.ts';
import type { PassedSegment } from '../../../app/host-lens/passed-piece.ts';
import { readBlocks } from '../../ui/content/content-block.ts';
import { ContentBlocks } from '../../ui/content/content-blocks.tsx';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { LongText } from '../../ui/json-tree/long-text.tsx';
import page from './model-page.module.css';

const FIRST_CHARS = 4000;

/** The very text that the model gets, the host's own words set apart; blocks that stay blocks stand below their text. */
export function PassedText({ passed }: { readonly passed: PassedOn }) {
  const { segments } = passed;
  const says = segments.some((segment) => segment.kind === 'block' || segment.text !== '');
  if (!says) return <p className={page.empty}>Nothing of the answer.</p>;
  const goesOn = segments.some((segment) => segment.kind === 'text' && segment.goesOn === true);
  return (
    <>
      {runs(segments).map((run, index) =>
        run[0]?.kind === 'block' ? (
          <ContentBlocks key={index} blocks={readBlocks(run.flatMap(blockOf))} />
        ) : (
          <ScrollBox key={index} className={page.text}>
            {run.map(
              (segment, place) => segment.kind === 'text' && <TextPart key={place} segment={segment} />,
            )}
          </ScrollBox>
        ),
      )}
      {goesOn && (
        <p className={page.empty}>Only its beginning is shown here: the Message page has all of it.</p>
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

/** Texts that follow one another are one text; so are blocks one list. */
function runs(segments: readonly PassedSegment[]): PassedSegment[][] {
  const all: PassedSegment[][] = [];
  for (const segment of segments) {
    const run = all.at(-1);
    if (run?.[0]?.kind === segment.kind) run.push(segment);
    else all.push([segment]);
  }
  return all;
}

function blockOf(segment: PassedSegment): readonly unknown[] {
  return segment.kind === 'block' ? [segment.block] : [];
}
