import type { LeaveReason } from '../../../app/re-run/read-requests.ts';
import type { SendRisk } from '../../../app/re-run/send-plan.ts';

/** A short label for what a request may do. */
export function riskLabel(risk: SendRisk): string {
  switch (risk) {
    case 'reads':
      return 'only reads';
    case 'read-only':
      return 'read-only';
    case 'destructive':
      return 'destructive';
    case 'additive':
      return 'changes';
    case 'unmarked':
      return 'unmarked';
    case 'not-listed':
      return 'not listed';
    case 'other-method':
      return 'unknown method';
  }
}

/** Why the user must consent, or need not, in a sentence. */
export function riskSentence(risk: SendRisk): string {
  switch (risk) {
    case 'reads':
      return 'The protocol defines this method as one that changes nothing.';
    case 'read-only':
      return 'The server marks the tool as read-only.';
    case 'destructive':
      return 'The server says that the tool may delete or overwrite something.';
    case 'additive':
      return 'The server says that the tool changes something, but destroys nothing.';
    case 'unmarked':
      return 'The server does not say whether the tool changes anything, so it may.';
    case 'not-listed':
      return 'The server does not list this tool: the call will most likely fail.';
    case 'other-method':
      return 'No revision of the protocol defines this method, so it may do anything.';
  }
}

/** Why lines are left out, in a sentence. */
export function leaveSentence(reason: LeaveReason): string {
  switch (reason) {
    case 'handshake':
      return 'The session has a handshake of its own.';
    case 'ping':
      return 'A ping asks nothing of the server.';
    case 'notification':
      return 'Notifications speak of their own session: progress, cancelled requests, changed roots.';
    case 'answer':
      return 'Answers to server requests: the server may send others now.';
    case 'malformed':
      return 'Raw messages, and lines that are malformed.';
    case 'damaged':
      return 'Lines that the recording does not hold whole.';
    case 'continuation':
      return 'Retries of a call with the input that the server required: the client creates them anew.';
    case 'subscription':
      return 'Subscriptions stay open as long as their connection.';
    case 'task':
      return 'Tasks that only the other session has.';
  }
}
