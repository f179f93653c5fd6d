import type { ToolHint } from '../../../app/protocol/tool-hints.ts';
import { Glyph } from '../../ui/controls/glyph.tsx';
import styles from './hint-marks.module.css';

const PATHS: Readonly<Record<ToolHint['hint'], string>> = {
  destructive: 'M2.5 3.8h9M5.4 3.8V2.4h3.2v1.4M3.6 3.8l.6 7.8h5.6l.6-7.8M5.9 6.2v3.2M8.1 6.2v3.2',
  'read-only': 'M1.2 7S3.4 3.2 7 3.2 12.8 7 12.8 7 10.6 10.8 7 10.8 1.2 7 1.2 7M7 5.4a1.6 1.6 0 1 0 .01 0',
  idempotent: 'M11.6 7A4.6 4.6 0 1 1 10 3.5M10.4 1.4v2.3H8.1M5.4 6.2h3.2M5.4 8.2h3.2',
  'open world':
    'M7 1.8a5.2 5.2 0 1 0 .01 0M1.8 7h10.4M7 1.8c-3.4 3.4-3.4 7 0 10.4M7 1.8c3.4 3.4 3.4 7 0 10.4',
};

type Props = {
  readonly hints: readonly ToolHint[];
  readonly inWords?: boolean;
};

/** What a server says of a tool's effect, as small glyphs with their words. */
export function HintMarks({ hints, inWords = false }: Props) {
  if (hints.length === 0) return null;
  return (
    <span className={styles.hints}>
      {hints.map(({ hint, meaning }) => (
        <span
          key={hint}
          className={inWords ? styles.word : styles.glyph}
          data-hint={hint}
          title={inWords ? meaning : `${hint}: ${meaning}`}
          {...(inWords ? {} : { role: 'img', 'aria-label': hint })}
        >
          <Glyph path={PATHS[hint]} />
          {inWords ? hint : null}
        </span>
      ))}
    </span>
  );
}

/** The glyph of what may destroy something, for the button that does it. */
export function DestructiveGlyph() {
  return <Glyph path={PATHS.destructive} width={1.5} />;
}
