import type { ErrorIssue } from './error-issues.ts';
import styles from './explain.module.css';

/** Validation issues: where, and what. */
export function IssueList({ issues }: { readonly issues: readonly ErrorIssue[] }) {
  return (
    <ul className={styles.issues}>
      {issues.map((issue) => (
        <li key={`${issue.path} ${issue.message}`}>
          {issue.path !== '' && <code>{issue.path}</code>} {issue.message}
        </li>
      ))}
    </ul>
  );
}
