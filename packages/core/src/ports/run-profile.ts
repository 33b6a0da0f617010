import type { ProfileText } from "./profile-store.ts";

/** The profile files of a run. */
export interface RunProfile {
  /** Reads the files for a context: SOUL and, unless other people read the run, those of its person. */
  read(): Promise<readonly ProfileText[]>;
}
