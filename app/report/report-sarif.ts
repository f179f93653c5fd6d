import type { Location, Log, ReportingDescriptor, Result } from 'sarif';
import { ruleById } from '../findings/all-rules.ts';
import type { Severity } from '../findings/finding.ts';
import { ERROR_TIERS, type ErrorTier, whoSees } from '../frame/tier.ts';
import type { LineMap } from './build-report.ts';
import { annotationText } from './problems.ts';
import type { RecordingReport, Report, ReportError, ReportFinding } from './report.ts';

type Level = 'error' | 'warning' | 'note';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** The report as SARIF 2.1.0: a result for each error and finding, at the line of its record. */
export function reportSarif(report: Report, linesOf: (recording: RecordingReport) => LineMap): Log {
  const rules = rulesOf(report);
  const index = new Map(rules.map((rule, position) => [rule.id, position]));
  const results = report.recordings.flatMap((recording) => {
    const lines = linesOf(recording);
    const result = (ruleId: string, level: Level, text: string, seq: number): Result => ({
      ruleId,
      ruleIndex: index.get(ruleId) ?? -1,
      level,
      message: { text },
      locations: [location(recording.path, lines.lineOf(seq))],
    });
    return recording.sessions.flatMap(({ errors, findings }) => [
      ...errors.map((error) =>
        result(tierRule(error.tier), TIER_LEVEL[error.tier], errorText(error), error.seq),
      ),
      ...findings.map((one) => result(one.rule, SEVERITY_LEVEL[one.severity], findingText(one), one.seq)),
    ]);
  });
  const driver = { ...report.tool, rules };
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  };
}

const TIER_LEVEL: Readonly<Record<ErrorTier, Level>> = {
  protocol: 'error',
  transport: 'error',
  tool: 'warning',
  client: 'warning',
};

const SEVERITY_LEVEL: Readonly<Record<Severity, Level>> = {
  violation: 'error',
  advice: 'warning',
  info: 'note',
};

function rulesOf(report: Report): ReportingDescriptor[] {
  const found = new Map<string, ReportFinding>();
  for (const { findings } of report.recordings.flatMap((recording) => recording.sessions)) {
    for (const finding of findings) if (!found.has(finding.rule)) found.set(finding.rule, finding);
  }
  return [...ERROR_TIERS.map(tierDescriptor), ...[...found.values()].map(findingDescriptor)];
}

function tierDescriptor(tier: ErrorTier): ReportingDescriptor {
  return {
    id: tierRule(tier),
    name: tier,
    shortDescription: { text: `${tier} error. ${whoSees(tier)}` },
    help: {
      text: `${whoSees(tier)} Each result says what its code means to this server, and what to do.`,
    },
    defaultConfiguration: { level: TIER_LEVEL[tier] },
  };
}

/** What a rule checks, for every result alike; the action for one of them is in its message. */
function findingDescriptor({ rule, title, source, severity }: ReportFinding): ReportingDescriptor {
  const known = ruleById(rule);
  const basis = known?.source ?? source;
  const from = basis === '' ? '' : ` It rests on: ${basis}.`;
  const off = `Switch it off, or grade it otherwise, under "rules" in .tierscope.json.`;
  return {
    id: rule,
    ...(known === undefined ? {} : { name: known.name }),
    shortDescription: { text: title },
    fullDescription: { text: `${title}.${from}` },
    help: {
      text: `${title}.${from} ${off}`,
      markdown: `**${title}**${basis === '' ? '' : `\n\nSource: ${basis}`}\n\n${off}`,
    },
    defaultConfiguration: { level: SEVERITY_LEVEL[severity] },
  };
}

function tierRule(tier: ErrorTier): string {
  return `tier/${tier}`;
}

function errorText(error: ReportError): string {
  const code =
    error.code === null ? '' : ` ${error.code}${error.codeName === null ? '' : ` ${error.codeName}`}`;
  const about = [error.method, error.target].filter((part) => part !== null).join(' ');
  const head = `${error.tier} error${code}${about === '' ? '' : ` at ${about}`}: ${error.message}`;
  return [head, ...annotationText(error, ['cause', 'what', 'do'])].join('\n');
}

function findingText({ title, message, todo, certainty }: ReportFinding): string {
  const likely = certainty === 'likely' ? ' (likely)' : '';
  return [`${title}${likely}. ${message}`, todo].filter((part) => part !== '').join('\n');
}

function location(path: string, startLine: number): Location {
  const parts = path.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  const root = path.startsWith('/') ? 'file://' : /^[A-Za-z]:/.test(path) ? 'file:///' : '';
  const uri = root + parts;
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine } } };
}
