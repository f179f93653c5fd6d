import { useState } from 'react';
import type { SessionSettings } from '../../../app/protocol/session-settings.ts';
import type { SettingsFieldsProps } from './settings-draft.ts';
import { draftOfSettings, readSettings, type SettingsDraft } from './settings-draft.ts';

export type EditedSettings = SettingsFieldsProps & {
  /** What the draft says now; undefined while a field cannot be used. */
  readonly settings: SessionSettings | undefined;
};

/** The settings of a form while they are edited; each field says at once what is wrong with it. */
export function useSettingsDraft(start: SessionSettings): EditedSettings {
  const [draft, setDraft] = useState(() => draftOfSettings(start));
  const reading = readSettings(draft);
  const faults = reading.kind === 'faults' ? reading.faults : [];
  return {
    draft,
    settings: reading.kind === 'sound' ? reading.settings : undefined,
    faultAt: (field) => faults.find((fault) => fault.field === field)?.text ?? '',
    change: (part: Partial<SettingsDraft>) => setDraft((before) => ({ ...before, ...part })),
  };
}
