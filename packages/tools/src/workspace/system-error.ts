/** Returns the code of an operating system error (`ENOENT`); undefined for other errors. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

const DESCRIPTIONS: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "There is nothing at this path. Use list_directory or glob_files to find the path."],
  ["ENOTDIR", "A part of the path is a file, not a directory."],
  ["EISDIR", "This is a directory, not a file. Use list_directory."],
  ["ELOOP", "The path is a link that cannot be followed. Use the real path."],
  ["EACCES", "The system does not permit this."],
  ["EPERM", "The system does not permit this."],
  ["ENAMETOOLONG", "The path is too long."],
  ["ENOSPC", "The disk is full."],
  ["ENXIO", "This is not a regular file."],
]);

/** Returns a description of an operating system error for the model. It never contains an absolute path. */
export function describeSystemError(error: unknown): string {
  const code = systemErrorCode(error) ?? "an error";
  return DESCRIPTIONS.get(code) ?? `The system reported ${code}.`;
}
