import styles from './lossy-notes.module.css';
import type { LossyReport, LossySpot } from './lossy-spots.ts';

/** Says where the tree below differs from the raw text; nothing where it does not. */
export function LossyNotes({ report }: { readonly report: LossyReport }) {
  if (report.spots.length === 0) return null;
  return (
    <div role="note" className={styles.notes}>
      <strong>The tree differs from the raw text here:</strong>
      <ul>
        {report.spots.slice(0, 8).map((spot) => (
          <li key={`${spot.kind} ${spot.path}`}>{sentence(spot)}</li>
        ))}
      </ul>
      {report.spots.length > 8 && <p>and {report.spots.length - 8} more.</p>}
      {!report.complete && (
        <p>Only the first {report.scannedChars.toLocaleString('en')} characters were checked.</p>
      )}
    </div>
  );
}

function sentence(spot: LossySpot): string {
  if (spot.kind === 'duplicate-key') {
    return `${spot.path} comes twice in its object; JSON.parse keeps the last one.`;
  }
  return `${spot.path} is ${spot.written} on the wire; JSON.parse makes it ${spot.parsed}.`;
}
