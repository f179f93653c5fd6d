import { useId, useState } from 'react';
import { NOISE_RULES } from '../../../app/compare/noise-rules.ts';
import type { OwnNoise } from '../../../app/compare/own-noise.ts';
import {
  type NoiseSettings,
  noiseWords,
  withOwnRule,
  withToggled,
} from '../../state/compare/compare-noise.ts';
import { setNoise, useCompare } from '../../state/compare/compare-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import styles from './noise-panel.module.css';

/** The rules that set noise aside: each can be turned off, and a user can write more. */
export function NoisePanel() {
  const noise = useCompare((state) => state.noise);
  return (
    <details className={styles.noise}>
      <summary>Set aside as noise: {noiseWords(noise)}</summary>
      <div className={styles.rules}>
        {NOISE_RULES.map(({ name, title }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={!noise.off.includes(name)}
              onChange={() => void setNoise(withToggled(noise, name))}
            />
            <b>{name}</b> <span>{title}</span>
          </label>
        ))}
        {noise.own.map((rule) => (
          <OwnRule key={`${rule.kind} ${rule.pattern}`} rule={rule} noise={noise} />
        ))}
      </div>
      <AddRule noise={noise} />
    </details>
  );
}

type OwnProps = { readonly rule: NoiseSettings['own'][number]; readonly noise: NoiseSettings };

function OwnRule({ rule, noise }: OwnProps) {
  const others = noise.own.filter((one) => one !== rule);
  const toggled = noise.own.map((one) => (one === rule ? { ...one, on: !one.on } : one));
  return (
    <div className={styles.own}>
      <label>
        <input type="checkbox" checked={rule.on} onChange={() => void setNoise({ ...noise, own: toggled })} />
        <b>{rule.kind === 'path' ? 'path' : 'expression'}</b> <code>{rule.pattern}</code>
      </label>
      <Button
        look="quiet"
        aria-label={`Remove the rule ${rule.pattern}`}
        onClick={() => void setNoise({ ...noise, own: others })}
      >
        Remove
      </Button>
    </div>
  );
}

function AddRule({ noise }: { readonly noise: NoiseSettings }) {
  const field = useId();
  const [kind, setKind] = useState<OwnNoise['kind']>('regex');
  const [pattern, setPattern] = useState('');
  const [fault, setFault] = useState('');
  const add = () => {
    const added = withOwnRule(noise, { kind, pattern });
    setFault(added.ok ? '' : added.error);
    if (!added.ok) return;
    setPattern('');
    void setNoise(added.value);
  };
  return (
    <form
      className={styles.add}
      aria-label="A rule of your own"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <select
        aria-label="Kind of rule"
        value={kind}
        onChange={(event) => setKind(event.target.value === 'path' ? 'path' : 'regex')}
      >
        <option value="regex">regular expression</option>
        <option value="path">path in the JSON</option>
      </select>
      <input
        type="text"
        aria-label="Pattern"
        aria-invalid={fault !== ''}
        aria-describedby={fault === '' ? undefined : field}
        spellCheck={false}
        autoComplete="off"
        placeholder={kind === 'path' ? 'structuredContent.updatedAt or **.etag' : 'build-\\d+'}
        value={pattern}
        onChange={(event) => {
          setPattern(event.target.value);
          setFault('');
        }}
      />
      <Button type="submit">Add</Button>
      {fault === '' ? null : (
        <p id={field} role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </form>
  );
}
