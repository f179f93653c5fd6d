import type { ProjectNews } from '../../../app/contract/profile-commands.ts';
import { useProfiles } from '../../state/session/profiles-store.ts';
import styles from '../../ui/controls/banner.module.css';
import { Button } from '../../ui/kit.tsx';
import { showOtherHosts } from './profile-actions.ts';

/** Reports that the project's `.mcp.json` has changed, and offers to review its servers again. */
export function ProjectBanner() {
  const news = useProfiles((state) => state.news);
  if (news === null) return null;
  const dismiss = () => useProfiles.setState({ news: null });
  return (
    <section role="status" aria-label="The project's servers" className={styles.banner}>
      <p>
        <b>{news.path} has changed.</b> {newsText(news)}
      </p>
      <Button
        onClick={() => {
          dismiss();
          showOtherHosts(news.path);
        }}
      >
        Reload…
      </Button>
      <Button look="quiet" onClick={dismiss}>
        Dismiss
      </Button>
    </section>
  );
}

function newsText({ added, removed, changed }: ProjectNews): string {
  const parts = [
    ['new', added],
    ['changed', changed],
    ['gone', removed],
  ] as const;
  const filled = parts.filter(([, names]) => names.length > 0);
  return filled.map(([label, names]) => `${label}: ${names.join(', ')}`).join('; ');
}
