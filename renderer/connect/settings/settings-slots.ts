import { type ComponentType, createContext } from 'react';
import type { LiveInfo } from '../../../app/contract/session-info.ts';
import type { SessionSettings } from '../../../app/protocol/session-settings.ts';

type AnswersFieldsProps = {
  readonly answers: SessionSettings['answers'];
  readonly onChange: (answers: SessionSettings['answers']) => void;
};

/** The fields for answers to server requests; the shell injects them from their feature. */
export const AnswersFieldsContext = createContext<ComponentType<AnswersFieldsProps> | undefined>(undefined);

/** The choice of a server's log level, which takes effect at once; the shell injects it from its feature. */
export const LogLevelContext = createContext<ComponentType<{ readonly info: LiveInfo }> | undefined>(
  undefined,
);
