import { errorDetails } from './problems.ts';
import {
  FAIL_ON_TERMS,
  type FailOn,
  type RecordingReport,
  type Report,
  type ReportError,
  type ReportFinding,
  type SessionReport,
} from './report.ts';

type Failure = { readonly type: string; readonly message: string; readonly text: string };
type Case = { readonly name: string; readonly failure?: Failure };
/** One test of a suite; `skipped` says why it has no verdict. */
export type JunitCase = Case & { readonly classname: string; readonly skipped?: string };
export type JunitSuite = { readonly name: string; readonly cases: readonly JunitCase[] };

/** The report as JUnit XML: one suite per session, failures for errors and violations in `failOn`. */
export function reportJunit(report: Report, failOn: readonly FailOn[]): string {
  const failing: readonly string[] = failOn.length === 0 ? FAIL_ON_TERMS : failOn;
  const suites = report.recordings.flatMap((recording) =>
    recording.sessions.map((session) => suite(recording, session, failing)),
  );
  return junitXml(report.tool.version, suites);
}

export function junitXml(version: string, suites: readonly JunitSuite[]): string {
  const name = attribute(`tierscope ${version}`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${name}">\n${suites.map(suiteXml).join('')}</testsuites>\n`;
}

function suite({ path }: RecordingReport, session: SessionReport, failing: readonly string[]): JunitSuite {
  const cases = [
    ...session.errors.map((error) => errorCase(error, failing)),
    ...session.findings
      .filter(({ severity }) => severity === 'violation')
      .map((finding) => findingCase(finding, failing)),
    ...session.tools.filter((tool) => tool.ok === tool.calls).map(({ name, ok }) => passed(name, ok)),
  ];
  const name = `${path} · ${session.session} · ${session.label}`;
  return { name, cases: cases.map((one) => ({ ...one, classname: path })) };
}

function suiteXml({ name, cases }: JunitSuite): string {
  const failures = cases.filter((one) => one.failure !== undefined).length;
  const skipped = cases.filter((one) => one.skipped !== undefined).length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="0"${skipped === 0 ? '' : ` skipped="${skipped}"`}`;
  return `  <testsuite name="${attribute(name)}" ${counts}>\n${cases.map(caseXml).join('')}  </testsuite>\n`;
}

function errorCase(error: ReportError, failing: readonly string[]): Case {
  const about = [error.method, error.target].filter((part) => part !== null).join(' ');
  const name = `#${error.seq} ${error.tier}${about === '' ? '' : `: ${about}`}`;
  if (!failing.includes(error.tier) || error.expected) return { name };
  const codeName = error.codeName ?? '';
  const code = error.code === null ? '' : `${error.code} ${codeName}`.trim();
  // Many messages are just the name of their code.
  const own = code !== '' && error.message.toLowerCase() === codeName.toLowerCase() ? '' : error.message;
  const message = [code, own].filter((part) => part !== '').join(': ');
  return { name, failure: { type: error.tier, message, text: detailText(error) } };
}

function detailText(error: ReportError): string {
  return errorDetails(error)
    .filter(({ label }) => label !== 'message')
    .map(({ label, text }) => `${label}: ${text}`)
    .join('\n');
}

function findingCase(
  { seq, rule, title, message, todo, source }: ReportFinding,
  failing: readonly string[],
): Case {
  const name = `#${seq} ${rule}: ${title}`;
  return failing.includes('violation')
    ? {
        name,
        failure: { type: 'violation', message: `${title} (${source})`, text: `${message} ${todo}`.trim() },
      }
    : { name };
}

function passed(tool: string, calls: number): Case {
  return { name: `tools/call ${tool}: ${calls} ${calls === 1 ? 'call' : 'calls'} ok` };
}

function caseXml({ classname, name, failure, skipped }: JunitCase): string {
  const open = `    <testcase classname="${attribute(classname)}" name="${attribute(name)}"`;
  if (skipped !== undefined) return `${open}><skipped message="${attribute(skipped)}"/></testcase>\n`;
  if (failure === undefined) return `${open}/>\n`;
  const { type, message, text } = failure;
  const head = `<failure type="${attribute(type)}" message="${attribute(message)}"`;
  const body = text === '' ? `${head}/>` : `${head}>${attribute(text)}</failure>`;
  return `${open}>${body}</testcase>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** Text for an attribute; what XML 1.0 (§2.2) cannot represent becomes the replacement character. */
function attribute(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"\n\r\t]/g, (char) => ENTITIES[char] ?? char);
}
