import { Button } from '../../ui/controls/button.tsx';
import callName from '../../ui/controls/call-name.module.css';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import styles from './running-strip.module.css';

type Props = {
  readonly method: string;
  readonly target: string;
  /** What a click on it does; without it, the title is text alone. */
  readonly onClick?: () => void;
};

/** The method and target of a call of the strip. */
export function CallTitle({ method, target, onClick }: Props) {
  const className = `${callName.name} ${styles.name}`;
  const title = (
    <>
      <span className={callName.method}>{method}</span>
      <b className={callName.target}> {drawnText(target)}</b>
    </>
  );
  if (onClick === undefined) return <span className={className}>{title}</span>;
  return (
    <Button look="bare" className={className} onClick={onClick}>
      {title}
    </Button>
  );
}
