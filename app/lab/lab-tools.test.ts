import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../base/json-value.ts';
import { ERROR_TIERS } from '../frame/tier.ts';
import { LAB_FIRST_CALLS, LAB_SHORT_TIMEOUT_MS, LAB_TOOLS } from './lab-tools.ts';

describe('the error lab’s table', () => {
  it('names each tool once, in kebab-case', () => {
    const names = LAB_TOOLS.map((tool) => tool.name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it('describes each tool in one sentence that ends with its tier', () => {
    for (const tool of LAB_TOOLS) {
      expect(tool.description).toMatch(/^[A-Z].*[^.]: the (ok|tool|protocol|client|transport) tier\.$/);
      expect(tool.description).toContain(`the ${tool.tier} tier`);
    }
  });

  it('has a failure at every tier', () => {
    for (const tier of ERROR_TIERS) expect(LAB_TOOLS.some((tool) => tool.tier === tier)).toBe(true);
  });

  it('gives sample arguments that its schemas know', () => {
    for (const tool of LAB_TOOLS) {
      const properties = isJsonObject(tool.inputSchema.properties) ? tool.inputSchema.properties : {};
      for (const name of Object.keys(tool.sampleArguments)) expect(properties).toHaveProperty(name);
    }
  });

  it('asks for a short time-out wherever a call ends by one', () => {
    for (const tool of LAB_TOOLS) {
      if (tool.callOutcome === 'timed out' || tool.callOutcome === 'late') {
        expect(tool.needsShortTimeout, tool.name).toBe(true);
      }
    }
    const late = LAB_TOOLS.find((tool) => tool.name === 'late-answer');
    expect(late?.sampleArguments.delayMs).toBeGreaterThan(LAB_SHORT_TIMEOUT_MS);
  });

  it('begins with one call of every tier that neither waits nor ends the server', () => {
    const calls = LAB_FIRST_CALLS.map((name) => LAB_TOOLS.find((tool) => tool.name === name));
    expect(calls.map((tool) => tool?.tier).sort()).toEqual(['ok', ...ERROR_TIERS].sort());
    for (const tool of calls) {
      expect(tool?.needsShortTimeout).toBe(false);
      expect(tool?.endsServer).toBe(false);
    }
  });
});
