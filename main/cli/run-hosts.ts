import { visibleLine } from '../../app/base/hidden-characters.ts';
import {
  type CheckedServer,
  type CheckGroup,
  checkGroups,
  untried,
} from '../../app/checks/hosts/host-report.ts';
import type { HostPlace } from '../../app/hosts/host.ts';
import type { DoctorOptions } from '../checks/doctor/run-doctor.ts';
import { checkGroup, startsHere } from '../checks/hosts/check-servers.ts';
import { hostsHere } from '../checks/hosts/found-hosts.ts';
import { CommandEnd, exitCodes } from './command-end.ts';
import { type AskUser, isYes, MAX_QUESTION_CHARS } from './confirm-command.ts';

type AllOptions = Omit<DoctorOptions, 'spec'> & {
  readonly place: HostPlace;
  /** True to start them without a question. */
  readonly startsUnasked: boolean;
  /** Undefined if there is no terminal. */
  readonly askUser: AskUser | undefined;
  readonly writeError: (text: string) => void;
};

const NOT_CONFIRMED = 'It was not confirmed.';
const TOO_LONG = 'Its command is too long to show here: read it in its file, then add --yes.';

/**
 * `doctor --all`: starts every server of every host in turn, each start once, after the whole commands were shown and
 * confirmed. Ends the program without a terminal and without `--yes`.
 */
export async function checkAll({ place, startsUnasked, askUser, ...options }: AllOptions) {
  const groups = checkGroups(await hostsHere(place));
  const starts = await startsHere(place);
  const asked = groups.filter(({ left }) => left === '');
  if (asked.length > 0 && !startsUnasked && askUser === undefined)
    throw new CommandEnd(
      'doctor --all starts the servers of all hosts. Run it in a terminal to see and confirm their commands, or add --yes.',
      exitCodes.usage,
    );
  const refused = startsUnasked ? new Map<CheckGroup, string>() : await refusedOf(asked, askUser);
  const checked: CheckedServer[] = [];
  for (const group of groups) {
    const no = options.signal?.aborted ? 'It was cancelled.' : refused.get(group);
    if (no === undefined && group.left === '')
      options.writeError(`tierscope: checking ${visibleLine(group.name)}.\n`);
    checked.push(no === undefined ? await checkGroup(group, starts, options) : untried(group, no));
  }
  return checked;
}

/** Asks about as many whole commands at once as fit on a screen. Gives those that were not confirmed, with the reason. */
async function refusedOf(groups: readonly CheckGroup[], askUser: AskUser | undefined) {
  const refused = new Map<CheckGroup, string>();
  let page: CheckGroup[] = [];
  const ask = async () => {
    if (page.length === 0) return;
    const answer = (await askUser?.(questionOf(page))) ?? '';
    if (!isYes(answer)) for (const group of page) refused.set(group, NOT_CONFIRMED);
    page = [];
  };
  for (const group of groups) {
    if (questionOf([group]).length > MAX_QUESTION_CHARS) refused.set(group, TOO_LONG);
    else {
      if (questionOf([...page, group]).length > MAX_QUESTION_CHARS) await ask();
      page.push(group);
    }
  }
  await ask();
  return refused;
}

function questionOf(groups: readonly CheckGroup[]): string {
  const lines = groups.map(
    ({ name, files, command }) =>
      `  ${visibleLine(name)} (${files.map(visibleLine).join(', ')}):\n    ${visibleLine(command)}`,
  );
  return `tierscope: Files of hosts name these commands:\n${lines.join('\n')}\nStart each of them once? [y/N] `;
}
