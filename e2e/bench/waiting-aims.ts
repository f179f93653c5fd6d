import { type Aim, filterAims, group, STALL, THREADS, tapAims } from './aim.ts';

const OPENING_CORES =
  'The thread that reads takes one core; the host, which groups and serves the rows, and the page, which draws them as they grow, share the other.';
const REPORT =
  'One thread reads, judges, looks through each text for secrets and writes every one of 80,000 errors, 41 MB; an opening works with two and writes none.';
const HTTP_COPY =
  'What costs is the copy for the recording, on the two cores of client and server: a call of 2 × 64 kB takes 1.3 ms of processor time, of which the thin proxy needs 0.5, and the thread that decodes, escapes and writes what passed 0.5.';
const FIRST_ROWS =
  'The host has them after 130 ms; the page then draws the panels of a new session for the first time, and the rows after that.';
const AGAIN =
  'The index gives all rows to the host after 0.9 s; grouping and counting them for sidebar and overview takes its thread 1.7 s more, and the index holds none of these.';
const FIVE_OPENINGS = 'Missed by a hundredth: 494 MB after the first opening, 596 MB after the fifth.';
const CLICK =
  'A click costs two drawings of the page, one of the button that waits and one of the row with the answer; the answer itself is in the page after 21 ms.';
const HOST_OPENING = "the host's own opening";

const waiting = [
  ...group('window', HOST_OPENING, [
    {
      what: 'first rows of 1 M mixed frames in the window',
      entry: 'every row, first',
      figure: 'firstRowsMs',
      baseline: 'hostMs',
      unit: 'ms',
      atMost: 300,
      reason: FIRST_ROWS,
    },
    {
      what: 'every position and mark of them, over the host',
      entry: 'every row, first',
      figure: 'overHostMs',
      baseline: 'hostMs',
      unit: 'ms',
      atMost: 1000,
      reason: OPENING_CORES,
    },
    {
      what: 'every position and mark, again',
      entry: 'every row, again',
      figure: 'ms',
      baseline: 'hostMs',
      unit: 'ms',
      atMost: 1000,
      reason: AGAIN,
    },
    {
      what: 'every position and mark, after a reload',
      entry: 'every row, after a reload',
      figure: 'ms',
      baseline: 'hostMs',
      unit: 'ms',
      atMost: 1000,
    },
    {
      what: 'sort 1 M mixed frames, the slowest of four columns',
      entry: 'another order',
      figure: 'ms',
      baseline: 'hostMs',
      unit: 'ms',
      atMost: 700,
    },
    {
      what: 'sort 1 M mixed frames, longest stall',
      entry: 'another order',
      ...STALL,
    },
    {
      what: 'thumb dragged over 1 M, pictures a second',
      entry: 'the thumb dragged',
      figure: 'perSecond',
      baseline: 'restPerSecond',
      against: 'the page at rest',
      atLeast: 50,
    },
    ...[1, 5].map((millions) => ({
      what: `memory of the page for ${millions} M frames, over 10,000`,
      entry: `page of ${millions},000,000 frames`,
      figure: 'overMB',
      baseline: 'smallMB',
      against: 'the page of 10,000 frames',
      unit: 'MB' as const,
      atMost: 20,
    })),
    {
      what: 'host memory after five openings of 1 M',
      entry: 'host after five openings',
      figure: 'ratio',
      against: 'after the first',
      atMost: 1.2,
      reason: FIVE_OPENINGS,
    },
    {
      what: '`report` of 1 M mixed frames',
      entry: 'report of the file',
      figure: 'ratio',
      atMost: 1.3,
      reason: REPORT,
    },
    {
      what: '`report` of 10,000 causes',
      entry: 'report of 10,000 causes',
      figure: 'ms',
      baseline: 'hostMs',
      unit: 'ms',
      atMost: 5000,
    },
    {
      what: '`report` of 10,000 causes, peak',
      entry: 'report of 10,000 causes',
      figure: 'peakMB',
      baseline: 'MB',
      against: 'the file',
      unit: 'MB',
      atMost: 250,
    },
  ]),
  ...group(
    'clicks',
    "the server's own time",
    [
      ['the middle', 'p50Ms', 45],
      ['95 of 100', 'p95Ms', 70],
    ].map(([share, figure, atMost]) => ({
      what: `click on *Call* to the row with its answer, ${share}`,
      entry: 'click to row',
      figure: String(figure),
      baseline: 'serverMs',
      unit: 'ms' as const,
      atMost: Number(atMost),
      reason: CLICK,
    })),
  ),
];

const searchingMixed = group(
  'search',
  '`grep`',
  [
    ['words', '', 1.5],
    ['words, in any case', ', in any case', 2],
  ].flatMap(([what, how, atMost]) =>
    ['few hits', 'no hit'].map((hits) => ({
      what: `full-text search over 1 M mixed, ${what}, ${hits}`,
      entry: `a word with ${hits}${how}, mixed`,
      figure: 'ratio',
      atMost: Number(atMost),
      reason: THREADS,
    })),
  ),
);

const filteringMixed = filterAims('1 M mixed', 'the worst of them, mixed', {
  'first rows': 150,
  complete: 1500,
});

const tellingTelemetry = tapAims('otlp', 'the tap that sends none', {
  what: 'tap with telemetry',
  atLeast: 0.9,
});

const passingHttp = tapAims('http-tap', 'the thinnest reverse proxy of Node', {
  what: 'tap of an address',
  atLeast: 0.9,
  reason: HTTP_COPY,
});

/** What a person waits for, on traffic as it is. */
export const WAITING_AIMS: readonly Aim[] = [
  ...waiting,
  ...searchingMixed,
  ...filteringMixed,
  ...tellingTelemetry,
  ...passingHttp,
];
