import { Component, type ErrorInfo, type ReactNode } from 'react';
import { errorMessage } from '../../../app/base/result.ts';
import { Button } from '../kit.tsx';
import styles from './fault-boundary.module.css';

type Props = {
  /** The missing part of the screen, for the sentence. */
  readonly part: string;
  /** The replacement; by default a sentence with a retry button. */
  readonly instead?: ReactNode;
  /** Wraps the sentence, for example in something that can be closed. */
  readonly frame?: (sentence: ReactNode) => ReactNode;
  readonly children: ReactNode;
};

type State = { readonly fault: string };

/** Keeps the rest of the screen working if one part fails to render. */
export class FaultBoundary extends Component<Props, State> {
  override readonly state: State = { fault: '' };

  static getDerivedStateFromError(error: unknown): State {
    return { fault: errorMessage(error) };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(`The ${this.props.part} cannot be drawn`, error, info.componentStack);
  }

  override render(): ReactNode {
    const { part, frame, instead, children } = this.props;
    if (this.state.fault === '') return children;
    if (instead !== undefined) return instead;
    const sentence = (
      <div role="alert" className={styles.fault}>
        <p>The {part} cannot be drawn. Sessions and recordings are not affected.</p>
        <code>{this.state.fault}</code>
        <Button onClick={() => this.setState({ fault: '' })}>Draw it again</Button>
      </div>
    );
    return frame === undefined ? sentence : frame(sentence);
  }
}
