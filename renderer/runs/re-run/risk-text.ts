import type { LeaveReason } from '../../../app/requests/re-run/read-requests.ts';
import type { SendRisk } from '../../../app/requests/re-run/send-plan.ts';

/** A short label for what a request may do. */
export const RISK_LABELS: Record<SendRisk, string> = {
  reads: 'only reads',
  'read-only': 'read-only',
  destructive: 'destructive',
  additive: 'changes',
  unmarked: 'unmarked',
  'not-listed': 'not listed',
  'other-method': 'unknown method',
};

/** Why the user must consent, or need not, in a sentence. */
export const RISK_SENTENCES: Record<SendRisk, string> = {
  reads: 'The protocol defines this method as one that changes nothing.',
  'read-only': 'The server marks the tool as read-only.',
  destructive: 'The server says that the tool may delete or overwrite something.',
  additive: 'The server says that the tool changes something, but destroys nothing.',
  unmarked: 'The server does not say whether the tool changes anything, so it may.',
  'not-listed': 'The server does not list this tool: the call will most likely fail.',
  'other-method': 'No revision of the protocol defines this method, so it may do anything.',
};

/** Why lines are left out, in a sentence. */
export const LEAVE_SENTENCES: Record<LeaveReason, string> = {
  handshake: 'The session has a handshake of its own.',
  ping: 'A ping asks nothing of the server.',
  notification: 'Notifications speak of their own session: progress, cancelled requests, changed roots.',
  answer: 'Answers to server requests: the server may send others now.',
  malformed: 'Raw messages, and lines that are malformed.',
  damaged: 'Lines that the recording does not hold whole.',
  continuation: 'Retries of a call with the input that the server required: the client creates them anew.',
  subscription: 'Subscriptions stay open as long as their connection.',
  task: 'Tasks that only the other session has.',
};
