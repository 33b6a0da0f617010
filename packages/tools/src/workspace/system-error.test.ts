import { expect, it } from "vitest";
import { describeSystemError, systemErrorCode } from "./system-error.ts";

const error = (code: unknown): Error => Object.assign(new Error("at /secret/path"), { code });

it.each([
  ["ENOENT", "There is nothing at this path. Use list_directory or glob_files to find the path."],
  ["ENOTDIR", "A part of the path is a file, not a directory."],
  ["EISDIR", "This is a directory, not a file. Use list_directory."],
  ["ELOOP", "The path is a link that cannot be followed. Use the real path."],
  ["EACCES", "The system does not permit this."],
  ["EPERM", "The system does not permit this."],
  ["ENAMETOOLONG", "The path is too long."],
  ["ENOSPC", "The disk is full."],
  ["ENXIO", "This is not a regular file."],
  ["EMFILE", "The system reported EMFILE."],
])("describes %s without its path", (code, description) => {
  expect(systemErrorCode(error(code))).toBe(code);
  expect(describeSystemError(error(code))).toBe(description);
});

it.each([[new Error("plain")], [error(7)], [{ code: "ENOENT" }], ["ENOENT"], [undefined]])(
  "finds no code in %j",
  (thrown) => {
    expect(systemErrorCode(thrown)).toBeUndefined();
    expect(describeSystemError(thrown)).toBe("The system reported an error.");
  },
);
