import { Fragment, type ReactNode, useId } from 'react';
import { kit } from '../style/kit.ts';

type CardProps = {
  readonly title?: string | undefined;
  /** A short text beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
};

/** A titled box of the inspector's pages. */
export function Card({ title, aside, children }: CardProps) {
  const id = useId();
  return (
    <section className={kit.card} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <h3 id={id}>
          {title}
          {aside !== undefined && <small> {aside}</small>}
        </h3>
      )}
      {children}
    </section>
  );
}

type FactsProps = {
  /** Names and what they say; one that says nothing is left out. */
  readonly facts: readonly (readonly [name: string, text: ReactNode])[];
  readonly className?: string;
};

/** Facts below each other, in two columns. */
export function Facts({ facts, className = '' }: FactsProps) {
  return (
    <dl className={`${kit.facts} ${className}`}>
      {facts.map(([name, text]) =>
        text === '' || text === undefined || text === false ? null : (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}
