import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { createFence, type Fence, type PathPurpose, refusalReason, type RunFolders } from "./fence.ts";
import { describeSystemError, systemErrorCode } from "./system-error.ts";

/** A checked path. `existing` is the real path of its deepest existing part; `missing` are the names below it that do not exist yet. */
export type InsidePath = {
  readonly fence: Fence;
  readonly existing: string;
  readonly missing: readonly string[];
  /** The real absolute path. */
  readonly absolute: string;
  /** The path relative to the project folder, with `/`; "." for the folder itself. */
  readonly relative: string;
};

export type ResolvedPath =
  | ({ readonly ok: true } & InsidePath)
  | { readonly ok: false; readonly message: string };

/**
 * Checks that a path from the model stays inside the project folder, through `..`, absolute paths and links, even where parts do not exist
 * yet. Opens nothing: `openFileInside` checks again, because links can change in between.
 */
export async function resolveInside(
  folders: RunFolders,
  path: string,
  purpose: PathPurpose,
): Promise<ResolvedPath> {
  if (folders.projectFolder === null)
    return refused("This run has no project folder, so there are no files to work with.");
  if (path.includes("\0")) return refused("A path cannot contain a NUL character.");
  const fence = await createFence(folders.projectFolder, folders);
  if (fence === undefined) return refused("The project folder does not exist.");
  // An absolute path may use the configured name of the folder instead of its real one.
  const lexical = resolve(fence.root, path);
  const configured = resolve(folders.projectFolder);
  const candidate =
    refusalReason(fence, lexical, purpose) === undefined
      ? lexical
      : resolve(fence.root, relative(configured, lexical));
  const refusal = refusalReason(fence, candidate, purpose);
  if (refusal !== undefined) return refused(refusal);
  return resolveReal(fence, candidate, purpose);
}

async function resolveReal(fence: Fence, candidate: string, purpose: PathPurpose): Promise<ResolvedPath> {
  const missing: string[] = [];
  for (let current = candidate; ; current = dirname(current)) {
    const result = await resolveRealPath(current);
    if (result.kind === "refused") return refused(result.message);
    if (result.kind === "real") {
      const absolute = join(/* turbopackIgnore: true */ result.path, ...missing);
      const refusal = refusalReason(fence, absolute, purpose) ?? refusalReason(fence, result.path, purpose);
      if (refusal !== undefined) return refused(refusal);
      const inside = relative(fence.root, absolute).split(sep).join("/");
      return {
        ok: true,
        fence,
        existing: result.path,
        missing,
        absolute,
        relative: inside === "" ? "." : inside,
      };
    }
    if (current === dirname(current)) return refused("The path does not exist.");
    missing.unshift(basename(current));
  }
}

type RealPath =
  | { readonly kind: "real"; readonly path: string }
  | { readonly kind: "missing" }
  | { readonly kind: "refused"; readonly message: string };

async function resolveRealPath(path: string): Promise<RealPath> {
  try {
    return { kind: "real", path: await realpath(path) };
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") return { kind: "refused", message: describeSystemError(error) };
  }
  try {
    await lstat(path);
  } catch {
    return { kind: "missing" };
  }
  // A dangling link: writing through it would create a file wherever it points.
  return { kind: "refused", message: "The path goes through a broken link. Use the real path." };
}

function refused(message: string): ResolvedPath {
  return { ok: false, message };
}
