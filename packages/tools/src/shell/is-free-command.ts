import { commandPlace } from "./command-place.ts";
import { readCommand } from "./read-command.ts";

/**
 * Returns true for a command line that runs without asking in a sandbox that holds it, apart from files that it redirects to: no one has looked at
 * it, so it needs the narrowest view.
 */
export async function isFreeCommand(command: string, folder: string): Promise<boolean> {
  const { subjects } = await readCommand(command, commandPlace(folder, true));
  return subjects.every((subject) => subject.kind !== "command" || subject.isFree);
}
