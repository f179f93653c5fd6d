import { create } from 'zustand';
import type { ProjectNews, SavedProfile, SavedProfiles } from '../../../app/contract/profile-commands.ts';

/** What the screen knows of the saved servers, and which dialog about them is open. */
type ProfilesState = SavedProfiles & {
  readonly query: string;
  /** The profile in the editor or in the copy dialog; null for a new one. */
  readonly chosen: string | null;
  /** The last deleted profile, while it can be brought back from here. */
  readonly deleted: SavedProfile | null;
  /** The last change of the project's file that nobody has looked at yet. */
  readonly news: ProjectNews | null;
  /** The file whose servers the dialog of other hosts has ticked at first; empty for none. */
  readonly ticked: string;
};

export const useProfiles = create<ProfilesState>(() => ({
  profiles: [],
  secretsNote: '',
  problems: [],
  query: '',
  chosen: null,
  deleted: null,
  news: null,
  ticked: '',
}));
