import { failuresOf } from '../../analysis/stats/session-statistics.ts';
import { thousandths } from '../../analysis/stats/tool-stats.ts';
import { paragraph } from '../../base/document/document.ts';
import { markdownText } from '../../base/document/markdown-writer.ts';
import { ERROR_TIERS } from '../../frame/tier.ts';
import type { ServerHealth } from './server-health.ts';

/** The basis and limits of a health page, in one short paragraph. */
export function healthBasis({ runs, calls, rules }: ServerHealth): string {
  const findings = rules.reduce((sum, { count }) => sum + count, 0);
  const likely = findings - rules.reduce((sum, { certain }) => sum + certain, 0);
  const of = runs.length === 1 ? 'one run' : `${runs.length} runs`;
  const parts = [
    `Computed from the frames of ${of}: ${count(calls, 'tool call')}.`,
    findings === 0 ? 'No findings.' : `${count(findings, 'finding')}, ${likelyText(likely)}.`,
    'A tool that was never called gets no verdict.',
  ];
  return parts.join(' ');
}

function likelyText(likely: number): string {
  if (likely === 0) return 'all shown by the frames';
  return `of which ${likely.toLocaleString('en')} ${likely === 1 ? 'is' : 'are'} likely, not certain`;
}

export function healthMarkdown(health: ServerHealth): string {
  const { server, runs, rules, tools, errors } = health;
  return markdownText({
    title: `Health of ${server}`,
    blocks: [
      paragraph(healthBasis(health)),
      {
        kind: 'table',
        head: ['run', 'server', 'calls', 'failed', 'p95 ms'],
        rows: runs.map(({ startedAt, server: named, label, statistics: { all } }) => [
          ...[startedAt, named === '' ? label : named, all.calls, failuresOf(all)],
          all.duration.count === 0 ? '' : all.duration.p95,
        ]),
      },
      paragraph(`Errors by tier: ${ERROR_TIERS.map((tier) => `${tier} ${errors[tier]}`).join(', ')}.`),
      rules.length === 0
        ? paragraph('No rule found anything.')
        : {
            kind: 'table',
            head: ['rule', 'what', 'severity', 'who acts', 'found', 'runs'],
            rows: rules.map(({ rule, title, severity, side, count: found, runs: seen }) => [
              ...[rule, title, severity, side, found, `${seen} of ${runs.length}`],
            ]),
          },
      tools.length === 0
        ? paragraph('No tool was called.')
        : {
            kind: 'table',
            head: ['tool', 'calls', 'failed', 'p95 ms', 'p95 bytes'],
            rows: tools.map(({ name, calls, failed, p95Ms, p95Bytes }) => [
              ...[name, calls, failed, p95Ms ?? '', p95Bytes ?? ''],
            ]),
          },
    ],
  });
}

/** The health of a server as JSON: numbers and names, no content of frames. */
export function healthJson(health: ServerHealth): string {
  const { server, runs, calls, failed, errors, rules, tools } = health;
  const short = runs.map(
    ({ label, startedAt, server: named, counts, statistics: { all }, rules: found }) => ({
      ...{ label, startedAt, server: named, counts },
      calls: all.calls,
      tiers: all.tiers,
      duration: all.duration,
      rules: Object.fromEntries(found.map(({ rule, count: times }) => [rule, times])),
    }),
  );
  return JSON.stringify(
    { server, basis: healthBasis(health), calls, failed, errors, rules, tools, runs: short },
    null,
    2,
  );
}

const LETTER = 6.2;
const PAD = 6;

/** A standalone SVG badge with the failure rate and p95 of the newest run with calls. */
export function healthBadge({ runs }: ServerHealth): string {
  const run = runs.find(({ statistics }) => statistics.all.calls > 0);
  const all = run?.statistics.all;
  const failed = all === undefined ? 0 : failuresOf(all);
  const value =
    all === undefined
      ? 'no calls'
      : [
          `${failed} of ${all.calls} failed`,
          ...(all.duration.count > 0 ? [`p95 ${milliseconds(all.duration.p95)}`] : []),
        ].join(' · ');
  const color = badgeColor(failed, all === undefined ? 0 : all.tiers.tool, all?.calls ?? 0);
  const [left, right] = ['mcp calls', value].map((text) => Math.ceil(text.length * LETTER) + 2 * PAD);
  const [leftWidth, rightWidth] = [left ?? 0, right ?? 0];
  const width = leftWidth + rightWidth;
  const text = (x: number, words: string): string => `<text x="${x}" y="14">${words}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="mcp calls: ${value}">`,
    `<rect width="${width}" height="20" rx="4" fill="#3a4250"/>`,
    `<path d="M${leftWidth} 0h${rightWidth - 4}a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4h-${rightWidth - 4}z" fill="${color}"/>`,
    `<g fill="#ffffff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">`,
    `${text(PAD, 'mcp calls')}${text(leftWidth + PAD, value)}</g></svg>\n`,
  ].join('');
}

/** Tier colors with white text: green if nothing failed, amber for tool errors only, red for others. */
function badgeColor(failed: number, tool: number, calls: number): string {
  if (calls === 0) return '#545d6c';
  if (failed === 0) return '#15703f';
  return failed === tool ? '#804b00' : '#ab1d19';
}

function milliseconds(value: number): string {
  return value < 1000 ? `${Math.round(value)} ms` : `${thousandths(Math.round(value / 10) / 100)} s`;
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? noun : `${noun}s`}`;
}
