import { expect, it } from 'vitest';
import { detectFormat, type ForeignFormatName } from '../../app/recording/import/formats.ts';
import { importFile } from '../../app/recording/import/import-file.ts';
import { isHostLog } from '../../app/recording/testing/host-lines.ts';
import { importSampleNames, sampleFile } from '../../app/recording/testing/import-samples.ts';
import { yamlToJson } from '../../main/recording/import/yaml-to-json.ts';

const messages = ['{"jsonrpc":"2.0","id":1,"result":{}}', '[1,[2,[3]]]', '"a b a b"'];

it.each(importSampleNames())(
  'the sample of %s is a file of its format, and holds each message',
  (name: ForeignFormatName) => {
    const text = sampleFile(name, messages);
    expect(detectFormat(text, 'a')).toBe(name);
    const { records, problems } = importFile(name, text, { fileName: 'a', yamlToJson });
    // Of a log whose lines are all plain, its reader says so.
    expect(problems.filter(({ line }) => line > 0 || !isHostLog(name))).toEqual([]);
    // The log of a host quotes messages in sentences of its own, if at all; in a text, what is no message stays a line.
    if (isHostLog(name) || name === 'json-rpc' || name === 'text-messages') {
      expect(records.length).toBeGreaterThanOrEqual(messages.length);
      return;
    }
    const lines = records.filter(
      (record) =>
        record.type === 'stderr' ||
        (record.type === 'frame' && record.direction === 'server-to-client') ||
        // Over HTTP a body that is no message is kept as what it is.
        (record.type === 'http' && record.event === 'body'),
    );
    expect(lines).toHaveLength(messages.length);
  },
);
