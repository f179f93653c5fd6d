import { eraOf, revisionsOf } from '../../../app/protocol/revisions.ts';
import { SelectField } from '../../ui/controls/select-field.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import type { SettingsFieldsProps } from './settings-draft.ts';

const ERAS = [
  ['auto', 'auto: probe, else initialize'],
  ['initialize', 'initialize: up to 2025-11-25'],
  ['modern', 'modern: 2026-07-28, no fall-back'],
] as const;

const REVISIONS = [...revisionsOf('modern'), ...revisionsOf('initialize')];

/** Which era a session speaks, and which revision it asks for. */
export function EraFields({ draft, faultAt, change }: SettingsFieldsProps) {
  return (
    <>
      <SelectField
        label="Era"
        options={ERAS}
        value={draft.era}
        onChange={(era) => change({ era, revision: kept(draft.revision, era) })}
      />
      <TextField
        label="Revision"
        hint="any; empty for the newest"
        fault={faultAt('revision')}
        suggestions={draft.era === 'auto' ? REVISIONS : revisionsOf(draft.era)}
        placeholder="newest"
        value={draft.revision}
        onChange={(revision) => change({ revision })}
      />
    </>
  );
}

/** A revision of the other era is of no use in a fixed one. */
function kept(revision: string, era: 'auto' | 'initialize' | 'modern'): string {
  return era === 'auto' || revision === '' || eraOf(revision) === era ? revision : '';
}
