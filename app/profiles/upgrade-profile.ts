import { isJsonObject, type JsonObject } from '../base/json-value.ts';
import { DEFAULT_CAPABILITIES } from '../protocol/client-capabilities.ts';
import { DEFAULT_SETTINGS, type SettingsChange } from '../protocol/session-settings.ts';

/**
 * A profile as this version has it, from one of a version that kept `era`, `timeoutMs` and three
 * `capabilities` beside each other; anything else is given back as it is, for the schema to judge.
 */
export function upgradeProfile(value: unknown): unknown {
  if (!isJsonObject(value) || 'settings' in value) return value;
  const { era, timeoutMs, capabilities, ...others } = value;
  const settings = {
    ...(era === undefined || era === DEFAULT_SETTINGS.era ? {} : { era }),
    ...(timeoutMs === undefined || timeoutMs === DEFAULT_SETTINGS.timeoutMs ? {} : { timeoutMs }),
    ...declaredCapabilities(capabilities),
  };
  return { seen: true, inputs: [], ...others, settings };
}

function declaredCapabilities(switches: unknown): Pick<SettingsChange, 'capabilities'> {
  if (!isJsonObject(switches)) return {};
  const off = Object.keys(DEFAULT_CAPABILITIES).filter((name) => switches[name] === false);
  if (off.length === 0) return {};
  const kept = Object.entries(DEFAULT_CAPABILITIES).filter(([name]) => !off.includes(name));
  return { capabilities: Object.fromEntries(kept) satisfies JsonObject };
}
