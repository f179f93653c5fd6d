import axe from 'axe-core';

/** The violations that axe finds in an element, one line per rule; those of a whole page only if it is one. */
export async function axeViolations(element: Element, isPage = false): Promise<string[]> {
  const { violations } = await axe.run(element, {
    rules: { region: { enabled: isPage } },
    resultTypes: ['violations'],
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
