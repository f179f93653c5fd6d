import { liveInfo, type SessionInfo } from '../../../app/contract/session-info.ts';
import { useServerVocabulary } from '../../state/session/use-server-vocabulary.ts';
import styles from './status-bar.module.css';

/** The revision, the era and the SDK of the server, as far as known. */
export function Protocol({ info }: { readonly info: SessionInfo }) {
  const { shown } = useServerVocabulary(info);
  const era = liveInfo(info)?.era;
  const known = [
    info.protocolVersion ?? '',
    era ? `${era} era` : '',
    shown.map(({ name }) => name).join(' on '),
  ];
  return <span className={styles.protocol}>{known.filter((part) => part !== '').join(' · ')}</span>;
}
