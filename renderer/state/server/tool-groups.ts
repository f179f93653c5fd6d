import type { Tier } from '../../../app/frame/tier.ts';
import type { LabTool } from '../../../app/lab/lab-tool.ts';
import { LAB_TOOLS } from '../../../app/lab/lab-tools.ts';
import type { ListedTool } from './read-tools.ts';

/** Tools below one heading; the error lab's are grouped by the tier that they show, others stand together. */
export type ToolGroup = { readonly tier: Tier | undefined; readonly tools: readonly ListedTool[] };

const TIERS: readonly Tier[] = ['ok', 'tool', 'protocol', 'client', 'transport'];

/** The error lab's own description of a tool, or undefined for any other server's tool. */
export function labTool(name: string): LabTool | undefined {
  return LAB_TOOLS.find((tool) => tool.name === name);
}

export function toolGroups(tools: readonly ListedTool[]): ToolGroup[] {
  const isLab = tools.length > 0 && tools.every((tool) => labTool(tool.name) !== undefined);
  if (!isLab) return tools.length === 0 ? [] : [{ tier: undefined, tools }];
  return TIERS.map((tier) => ({
    tier,
    tools: tools.filter((tool) => labTool(tool.name)?.tier === tier),
  })).filter((group) => group.tools.length > 0);
}
