import type { Check } from './run-scenario.ts';
import type { ServerScenario } from './scenarios.ts';

export type ScenarioResult = { readonly scenario: ServerScenario; readonly checks: readonly Check[] };

/** The table of `docs/conformance.md`: a line per scenario that names what failed. */
export function resultsTable(results: readonly ScenarioResult[]): string {
  const lines = results.map(
    ({ scenario, checks }) =>
      `| \`${scenario.name}\` | ${scenario.revision} | ${passedText(checks)} | ${othersText(checks) || '–'} |`,
  );
  return ['| Scenario | Revision | Checks passed | Others |', '|---|---|---|---|', ...lines].join('\n');
}

/** The same for servers: what each passed in every scenario, and what failed. */
export function serverTable(
  servers: readonly { readonly name: string; readonly results: readonly ScenarioResult[] }[],
): string {
  const names = servers.map(({ name }) => `\`${name}\``);
  const [first] = servers;
  const lines = (first?.results ?? []).map(({ scenario }, index) => {
    const all = servers.map(({ results }) => results[index]?.checks ?? []);
    const others = othersText(all.flat());
    const passed = all.map(passedText).join(' | ');
    return `| \`${scenario.name}\` | ${scenario.revision} | ${passed} | ${others || '–'} |`;
  });
  const head = `| Server scenario | Revision | ${names.join(' | ')} | Others |`;
  return [head, `|---|---|${names.map(() => '---|').join('')}---|`, ...lines].join('\n');
}

function passedText(checks: readonly Check[]): string {
  return `${checks.filter(({ status }) => status === 'SUCCESS').length} of ${checks.length}`;
}

function othersText(checks: readonly Check[]): string {
  const others = checks.filter(({ status }) => status !== 'SUCCESS');
  return [...new Set(others.map(({ id, status }) => `${status.toLowerCase()}: \`${id}\``))].join(', ');
}
