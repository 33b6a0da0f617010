import type { RunFileChanges } from "@goaltrace/host";

type PathOutcome = RunFileChanges["paths"][number];

/** Returns what undoing did, or would do, as lines for a person: one for each path, and what is not covered. */
export function undoLines(
  { paths, uncovered, unclear }: RunFileChanges,
  isDryRun: boolean,
): readonly string[] {
  const lines = paths.flatMap((path) => pathLine(path, isDryRun));
  return [
    ...(lines.length === 0 ? ["Nothing to undo: the files are as they were before the run."] : lines),
    ...unclear.map(
      (path) => `not covered  ${path}: a command changed it, and its earlier version is not kept`,
    ),
    ...uncovered.map((reason) => `not covered  some commands: ${UNCOVERED[reason]}`),
  ];
}

function pathLine({ path, outcome, change, message }: PathOutcome, isDryRun: boolean): readonly string[] {
  switch (outcome) {
    case "already":
      return [];
    case "reverted":
      return [`${(isDryRun ? WOULD : DID)[change]} ${path}`];
    case "changed":
      return [`kept         ${path}: someone else has changed it since`];
    case "no_version":
      return [`kept         ${path}: its earlier version is not kept`];
    case "not_empty":
      return [`kept         ${path}: it has other files`];
    case "failed":
      return [`failed       ${path}: ${message ?? "the system refused"}`];
  }
}

const DID = { created: "deleted     ", changed: "changed back", deleted: "restored    " } as const;
const WOULD = { created: "delete      ", changed: "change back ", deleted: "restore     " } as const;

const UNCOVERED: Readonly<Record<RunFileChanges["uncovered"][number], string>> = {
  files: "the folder has more than 20,000 files",
  bytes: "the files of the folder are larger than 200 MB",
  ignore_rules: "the ignore rules of the folder took too long",
  background: "a command ran in the background",
  changes: "a command changed more than 1,000 files at once",
  failed: "the folder could not be read",
};
