/** Characters of a task that distinguish an agent from others of its name. */
const TASK_CHARACTERS = 40;

/** The beginning of a task, in whole words where it can, without the period of its last sentence. */
export function shortTask(task: string): string {
  const line = task.trim().replace(/[.。]$/u, "");
  if (line.length <= TASK_CHARACTERS) return line;
  const cut = line.slice(0, TASK_CHARACTERS);
  const lastSpace = cut.lastIndexOf(" ");
  return `${(lastSpace > TASK_CHARACTERS / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}
