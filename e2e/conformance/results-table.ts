import type { Check } from './run-scenario.ts';
import type { Scenario } from './scenarios.ts';

export type ScenarioResult = { readonly scenario: Scenario; readonly checks: readonly Check[] };

/** The table of `docs/conformance.md`: a line for each scenario, with what did not succeed named. */
export function resultsTable(results: readonly ScenarioResult[]): string {
  const lines = results.map(({ scenario, checks }) => {
    const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
    const others = checks.filter(({ status }) => status !== 'SUCCESS');
    const named = [...new Set(others.map(({ id, status }) => `${status.toLowerCase()}: \`${id}\``))].join(
      ', ',
    );
    return `| \`${scenario.name}\` | ${scenario.revision} | ${passed} of ${checks.length} | ${named || '–'} |`;
  });
  return ['| Scenario | Revision | Checks passed | Others |', '|---|---|---|---|', ...lines].join('\n');
}
