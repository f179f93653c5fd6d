import { create } from 'zustand';
import { isJsonObject, stringAt } from '../../../app/base/json-value.ts';
import { type ServerRequestAnswer, serverRequestAnswerSchema } from '../../../app/protocol/server-request.ts';
import { readRemembered, remember } from '../screen/remembered.ts';

/** An answer kept under a name, for one method of one server. */
export type CannedAnswer = {
  /** The command line of the server, or its name where there is no command. */
  readonly server: string;
  readonly method: string;
  readonly name: string;
  readonly answer: ServerRequestAnswer;
};

const KEY = 'canned-answers';

export const useCannedAnswers = create<{ readonly answers: readonly CannedAnswer[] }>(() => ({
  answers: readCannedAnswers(readRemembered(KEY)),
}));

/** What is stored, without entries that another version or hand has damaged. */
export function readCannedAnswers(stored: unknown): CannedAnswer[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown) => {
    const server = stringAt(entry, 'server');
    const method = stringAt(entry, 'method');
    const name = stringAt(entry, 'name');
    const answer = isJsonObject(entry) ? serverRequestAnswerSchema.safeParse(entry.answer) : undefined;
    if (server === undefined || method === undefined || name === undefined || !answer?.success) return [];
    return [{ server, method, name, answer: answer.data }];
  });
}

/** `answers` with one more; an answer of the same name gives place to it. */
export function withAnswer(answers: readonly CannedAnswer[], answer: CannedAnswer): CannedAnswer[] {
  const at = answers.findIndex((other) => isSameAnswer(other, answer));
  return at < 0 ? [...answers, answer] : answers.with(at, answer);
}

function isSameAnswer(first: CannedAnswer, second: CannedAnswer): boolean {
  return first.server === second.server && first.method === second.method && first.name === second.name;
}

export function saveAnswer(answer: CannedAnswer): void {
  keep(withAnswer(useCannedAnswers.getState().answers, answer));
}

export function deleteAnswer(answer: CannedAnswer): void {
  keep(useCannedAnswers.getState().answers.filter((other) => !isSameAnswer(other, answer)));
}

function keep(answers: readonly CannedAnswer[]): void {
  useCannedAnswers.setState({ answers });
  remember(KEY, answers);
}
