import type { Direction } from '../../../app/frame/record.ts';

/** What a notification of MCP says, in one sentence; a notification has no answer. */
export function notificationText(method: string, direction: Direction | ''): string {
  const sender = direction === 'client-to-server' ? 'The client' : 'The server';
  switch (method) {
    case 'notifications/initialized':
      return 'The client has read the answer to initialize: from now on requests may come.';
    case 'notifications/progress':
      return `${sender} reports the progress of a request. Many clients restart their time-out with each one.`;
    case 'notifications/cancelled':
      return `${sender} no longer wants the answer to a request. The other side should stop and stay silent.`;
    case 'notifications/message':
      return 'A log message of the server, meant for the host, which may show it.';
    case 'notifications/tools/list_changed':
    case 'notifications/resources/list_changed':
    case 'notifications/prompts/list_changed':
      return 'A list of the server changed. The host should ask for it again.';
    case 'notifications/roots/list_changed':
      return 'The roots of the client changed. The server should ask for them again.';
    case 'notifications/resources/updated':
      return 'A resource that the client watches has changed. The host should read it again.';
    case 'notifications/elicitation/complete':
      return 'The user has done what an elicitation asked for outside the client. The request can be tried again.';
    default:
      return `${sender} sent a notification: it has no answer, and is not meant for the model.`;
  }
}
