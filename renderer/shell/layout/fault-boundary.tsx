import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import styles from './welcome.module.css';

type Props = {
  /** What is missing from the screen while this boundary shows its sentence. */
  readonly part: string;
  readonly children: ReactNode;
};

type State = { readonly fault: string };

/** Keeps the rest of the screen alive where one part of it cannot be drawn. */
export class FaultBoundary extends Component<Props, State> {
  override readonly state: State = { fault: '' };

  static getDerivedStateFromError(error: unknown): State {
    return { fault: error instanceof Error ? error.message : String(error) };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(`The ${this.props.part} cannot be drawn`, error, info.componentStack);
  }

  override render(): ReactNode {
    if (this.state.fault === '') return this.props.children;
    return (
      <div role="alert" className={styles.welcome}>
        <p>The {this.props.part} cannot be drawn. Sessions and recordings are not affected.</p>
        <code>{this.state.fault}</code>
        <Button onClick={() => this.setState({ fault: '' })}>Draw it again</Button>
      </div>
    );
  }
}
