import { useId } from 'react';
import { eraOf, revisionsOf } from '../../../app/protocol/revisions.ts';
import { Field } from '../../ui/controls/field.tsx';
import type { SettingsFieldsProps } from './settings-draft.ts';

const ERAS = [
  ['auto', 'auto: probe, else initialize'],
  ['initialize', 'initialize: up to 2025-11-25'],
  ['modern', 'modern: 2026-07-28, no fall-back'],
] as const;

const REVISIONS = [...revisionsOf('modern'), ...revisionsOf('initialize')];

/** Which era a session speaks, and which revision it asks for. */
export function EraFields({ draft, faultAt, change }: SettingsFieldsProps) {
  const list = useId();
  const known = draft.era === 'auto' ? REVISIONS : revisionsOf(draft.era);
  return (
    <>
      <Field label="Era">
        {({ id, className }) => (
          <select
            id={id}
            className={className}
            value={draft.era}
            onChange={({ target }) => {
              const era = ERAS.find(([value]) => value === target.value)?.[0];
              if (era !== undefined) change({ era, revision: kept(draft.revision, era) });
            }}
          >
            {ERAS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Revision" hint="any; empty for the newest" fault={faultAt('revision')}>
        {(wiring) => (
          <>
            <input
              {...wiring}
              list={list}
              placeholder="newest"
              value={draft.revision}
              onChange={({ target }) => change({ revision: target.value })}
            />
            <datalist id={list}>
              {known.map((revision) => (
                <option key={revision} value={revision} />
              ))}
            </datalist>
          </>
        )}
      </Field>
    </>
  );
}

/** A revision of the other era is of no use in a fixed one. */
function kept(revision: string, era: 'auto' | 'initialize' | 'modern'): string {
  return era === 'auto' || revision === '' || eraOf(revision) === era ? revision : '';
}
