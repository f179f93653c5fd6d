import { type ComponentType, createContext } from 'react';
import type { SessionSettings } from '../../../app/protocol/session-settings.ts';

export type AnswersFieldsProps = {
  readonly answers: SessionSettings['answers'];
  readonly onChange: (answers: SessionSettings['answers']) => void;
};

/** The fields for what a session answers to server requests; the shell brings them from their feature. */
export const AnswersFieldsContext = createContext<ComponentType<AnswersFieldsProps> | undefined>(undefined);
