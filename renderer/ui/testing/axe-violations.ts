import axe from 'axe-core';

/** The violations that axe finds in an element, one line per rule, without rules for whole pages. */
export async function axeViolations(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element, {
    rules: { region: { enabled: false } },
    resultTypes: ['violations'],
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
