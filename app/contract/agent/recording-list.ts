import { z } from 'zod';
import { answerText, firstOf, type ServeAnswer } from './answer.ts';

/** What `list_recordings` gives as data. */
export const recordingListSchema = z.object({
  recordings: z.array(
    z.object({ name: z.string(), bytes: z.number(), modifiedAt: z.string(), live: z.boolean() }),
  ),
  moreRecordings: z.number(),
});

type Listed = z.infer<typeof recordingListSchema>['recordings'][number];

/** The recordings that can be asked for, those that grow now first. */
export function recordingList(
  recordings: readonly Listed[],
  limit: number,
): ServeAnswer<z.infer<typeof recordingListSchema>> {
  const { shown, more } = firstOf(recordings, limit);
  const lines = shown.map(
    ({ name, bytes, modifiedAt, live }) => `${name}${live ? ' (live)' : ''}, ${bytes} bytes, ${modifiedAt}`,
  );
  const none = 'There is no recording yet. Connect to a server in the app, or put a tap in front of it.';
  const rest = more === 0 ? [] : [`${more} older ones more: ask with a higher limit.`];
  return {
    text: answerText({
      title: '',
      blocks: [{ kind: 'list', items: [...(shown.length === 0 ? [none] : lines), ...rest] }],
    }),
    data: { recordings: [...shown], moreRecordings: more },
  };
}
