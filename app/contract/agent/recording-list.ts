import { z } from 'zod';
import { type Block, paragraph } from '../../base/document/document.ts';
import { answerSchema, firstOf, foreign, type ServeAnswer, serveAnswer } from './answer.ts';

/** The data of `list_recordings`. */
export const recordingListSchema = answerSchema({
  recordings: z.array(
    z.object({ name: foreign(), bytes: z.number(), modifiedAt: z.string(), live: z.boolean() }),
  ),
  moreRecordings: z.number(),
});

/** The available recordings, growing ones first. */
export function recordingList(
  recordings: readonly z.infer<typeof recordingListSchema>['recordings'][number][],
  limit: number,
): ServeAnswer<z.infer<typeof recordingListSchema>> {
  const { shown, more } = firstOf(recordings, limit);
  const lines = shown.map(
    ({ name, bytes, modifiedAt, live }) => `${name}${live ? ' (live)' : ''}, ${bytes} bytes, ${modifiedAt}`,
  );
  const none = 'There is no recording yet. Connect to a server in the app, or put a tap in front of it.';
  const blocks: Block[] = [
    shown.length === 0 ? paragraph(none) : { kind: 'list', items: lines },
    ...(more === 0 ? [] : [paragraph(`${more} older ones more: ask with a higher limit.`)]),
  ];
  return serveAnswer(
    recordingListSchema,
    { title: '', blocks },
    { recordings: [...shown], moreRecordings: more },
  );
}
