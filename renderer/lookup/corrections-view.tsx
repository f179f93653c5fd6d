import { CORRECTIONS, correctionsFor } from '../../app/codes/corrections.ts';
import { integerOf } from '../../app/codes/lookup.ts';
import styles from './code-lookup.module.css';
import { CorrectionItem } from './correction-item.tsx';

/** Claims of widely read documents that are not so; those about the looked-up number first. */
export function CorrectionsView({ query }: { readonly query: string }) {
  const number = integerOf(query);
  const about = number === undefined ? [] : correctionsFor(number);
  const others = CORRECTIONS.filter((correction) => !about.includes(correction));
  return (
    <>
      {about.length > 0 && (
        <section aria-label={`About ${number}`}>
          <h3 className={styles.vocabulary}>About {number}</h3>
          <ul>
            {about.map((correction) => (
              <CorrectionItem key={correction.claim} correction={correction} />
            ))}
          </ul>
        </section>
      )}
      <section aria-label="Corrections">
        <h3 className={styles.vocabulary}>{about.length > 0 ? 'Others' : 'What documents get wrong'}</h3>
        <ul>
          {others.map((correction) => (
            <CorrectionItem key={correction.claim} correction={correction} />
          ))}
        </ul>
      </section>
    </>
  );
}
