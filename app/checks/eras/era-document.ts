import {
  anySection,
  type Block,
  type Document,
  fields,
  paragraph,
  section,
} from '../../base/document/document.ts';
import { versionedName } from '../../base/versioned-name.ts';
import type { EraOutcome, EraRow, ErasReport, HostVerdict } from './era-report.ts';
import type { MigrationStep } from './migration.ts';

export const OUTCOMES: Readonly<Record<EraOutcome, string>> = {
  opens: 'opens',
  'opens-earlier': 'opens with an earlier one',
  'refused-by-client': 'refused by the client',
  fails: 'fails',
};

/** A report for people: the verdict, one row per revision, the hosts, and what to change. */
export function eraDocument(report: ErasReport): Document {
  const { command, server, verdict, rows, hosts, advice, migration } = report;
  return {
    title: command,
    blocks: [
      paragraph(server === '' ? verdict : `${verdict} The server is ${server}.`),
      {
        kind: 'table',
        head: ['client of', 'outcome', 'failed first', 'what it gets'],
        rows: rows.map(revisionCells),
      },
      ...rows.flatMap(details),
      ...anySection('What to change', [{ kind: 'list', items: advice }]),
      ...anySection('What changes with 2026-07-28', migration.flatMap(migrationBlocks)),
      section('Hosts', [
        {
          kind: 'table',
          head: ['host', 'connects with', 'why', 'as of'],
          rows: hosts.filter(({ newest }) => newest).map(hostCells),
        },
      ]),
    ],
  };
}

function revisionCells({ revision, outcome, step, found }: EraRow): string[] {
  return [revision, OUTCOMES[outcome], step, found];
}

function details({ revision, todo, rules }: EraRow): Block[] {
  const broken = rules.map(({ rule, title, todo }) => ({ label: rule, text: `${title}. ${todo}` }));
  if (todo === '' && broken.length === 0) return [];
  return [section(`As a client of ${revision}`, [fields([{ label: 'do', text: todo }, ...broken])])];
}

function migrationBlocks({ what, side, count, seq, text, before, after }: MigrationStep): Block[] {
  const lines = [
    {
      label: what,
      text: `${text} The ${side} changes it; ${count === 1 ? 'once' : `${count} times`}, first at #${seq}.`,
    },
    { label: 'before', text: before, isRaw: true },
    { label: 'after', text: after, isRaw: true },
  ];
  return [fields(lines)];
}

function hostCells(host: HostVerdict): string[] {
  return [versionedName(host), connectsText(host), host.why, host.asOf];
}

export function connectsText({ connects, revision }: Pick<HostVerdict, 'connects' | 'revision'>): string {
  if (connects === 'yes') return revision;
  return connects === 'no' ? 'does not connect' : 'unknown';
}
