import type { SendAgainState } from '../../../app/contract/send-again-commands.ts';

/** How far a run has come, in a sentence; `label` is the session that it goes to. */
export function runSentence(run: SendAgainState, label: string): string {
  const { state, sent, total, fromLabel, worse, better } = run;
  const count = `${sent.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  const requests = total === 1 ? 'request' : 'requests';
  const where = `of ${fromLabel} to ${label}`;
  const tiers = [worse > 0 ? `${worse} got worse` : '', better > 0 ? `${better} got better` : '']
    .filter((part) => part !== '')
    .join(', ');
  const change = tiers === '' ? (sent === 0 ? '' : ', no tier changed') : `, ${tiers}`;
  switch (state) {
    case 'running':
      return `Sending ${count} ${requests} ${where} again${change}.`;
    case 'done':
      return `Sent ${count} ${requests} ${where} again${change}.`;
    case 'stopped':
    case 'failed':
      return `Sent ${sent < total ? 'only ' : ''}${count} ${requests} ${where} again${change}.`;
  }
}
