import styles from '../style/layout.module.css';

type Props = { readonly text: string; readonly id?: string; readonly className?: string | undefined };

/** What went wrong, in one sentence that is read out at once; nothing while the text is empty. */
export function Fault({ text, id, className = '' }: Props) {
  if (text === '') return null;
  return (
    <p id={id} role="alert" className={`${styles.fault} ${className}`}>
      {text}
    </p>
  );
}
