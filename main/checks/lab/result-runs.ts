import type { JsonObject } from '../../../app/base/json-value.ts';
import type { LabToolOf } from '../../../app/lab/lab-tools.ts';
import {
  goodAnswer,
  integerArgument,
  type LabAnswer,
  type LabRun,
  textResult,
  writeMessage,
} from './lab-call.ts';
import { errorToneWav, TRIANGLE_PNG } from './sample-media.ts';

const REPORT = `# Nightly report

All **3** jobs ran; see the [dashboard](https://example.com/jobs?night=12) or [the console](javascript:alert(1)).

| job | rows | state |
| --- | ---: | --- |
| import | 1204 | ok |
| export | 0 | ~~failed~~ skipped |

- [x] backups
- [ ] clean up

![load of the night](https://example.com/load.png)

<img src="https://example.com/pixel.gif" onerror="alert(1)"> <script>alert(1)</script>
`;

const STATES = ['open', 'paid', 'sent'];

export const resultRuns = {
  'ok-blocks': blocks,
  'ok-records': ({ args }) => {
    const count = integerArgument(args, 'count', { fallback: 12, min: 0, max: 20_000 });
    const orders = Array.from({ length: count }, (_, index) => order(index + 1));
    return textResult(`${count} orders, see the structured content.`, { structuredContent: { orders } });
  },
  // A raw message, because a server that validates its results would not send it.
  'records-break-schema': (call) => {
    const { state: _none, ...stateless } = order(2);
    const orders = [order(1), { ...stateless, total: 'free' }, { id: 3, customer: 'Ada', state: 'lost' }];
    const result = { content: [{ type: 'text', text: '3 orders' }], structuredContent: { orders } };
    return writeMessage(call, { ...goodAnswer(call, ''), result });
  },
} satisfies Record<LabToolOf<'result'>, LabRun>;

function order(id: number): JsonObject {
  const lines = [{ article: `A-${id % 7}`, pieces: (id % 4) + 1 }];
  const whole = {
    id,
    customer: `Customer ${id}`,
    total: (id * 37) % 101,
    state: STATES[id % 3] ?? 'open',
    lines,
  };
  const { lines: _left, ...short } = whole;
  return id % 5 === 0 ? short : whole;
}

function blocks(): LabAnswer {
  const user = { audience: ['user'], priority: 0.9, lastModified: '2026-11-20T06:00:00Z' };
  const content = [
    { type: 'text', text: REPORT, annotations: user },
    { type: 'image', data: TRIANGLE_PNG, mimeType: 'image/png' },
    { type: 'audio', data: errorToneWav(), mimeType: 'audio/wav' },
    {
      type: 'resource_link',
      uri: 'lab://readme',
      name: 'readme',
      title: 'What the error lab is',
      description: 'A text that can be read.',
      mimeType: 'text/plain',
      size: 118,
    },
    { type: 'resource_link', uri: 'lab://missing', name: 'missing', title: 'A resource that is gone' },
    {
      type: 'resource',
      resource: { uri: 'lab://notes.md', mimeType: 'text/markdown', text: '*short* notes' },
    },
    { type: 'resource', resource: { uri: 'lab://triangle.png', mimeType: 'image/png', blob: TRIANGLE_PNG } },
  ];
  return { kind: 'result', result: { content } };
}
