import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { createFence, type Fence, type PathPurpose, whyRefused } from "./fence.ts";
import { describeSystemError, systemErrorCode } from "./system-error.ts";

/** A checked path. `existing` is the real path of its deepest part on disk, `missing` are the names below that are not there yet. */
export type InsidePath = {
  readonly fence: Fence;
  readonly existing: string;
  readonly missing: readonly string[];
  /** Real absolute path. */
  readonly absolute: string;
  /** Relative to the project folder, with `/`; "." for the folder itself. */
  readonly relative: string;
};

export type ResolvedPath =
  ({ readonly ok: true } & InsidePath) | { readonly ok: false; readonly message: string };

/** The folders of a run, as a tool's context names them. */
export type RunFolders = {
  readonly projectFolder: string | null;
  readonly forbiddenFolders: readonly string[];
};

/**
 * Checks that a path the model named stays inside the project folder — through `..`, absolute paths and links, also where
 * parts do not exist yet. Nothing is opened: what is opened later is checked again by `openInside`, because links can change in between.
 */
export async function resolveInside(
  folders: RunFolders,
  path: string,
  purpose: PathPurpose,
): Promise<ResolvedPath> {
  if (folders.projectFolder === null)
    return refused("This run has no project folder, so there are no files to work with.");
  if (path.includes("\0")) return refused("A path cannot contain a NUL character.");
  const fence = await createFence(folders.projectFolder, folders.forbiddenFolders);
  if (fence === undefined) return refused("The project folder does not exist.");
  // An absolute path may name the folder as it was configured rather than as it really is.
  const lexical = resolve(fence.root, path);
  const configured = resolve(folders.projectFolder);
  const named =
    whyRefused(fence, lexical, purpose) === undefined
      ? lexical
      : resolve(fence.root, relative(configured, lexical));
  const refusal = whyRefused(fence, named, purpose);
  if (refusal !== undefined) return refused(refusal);
  return resolveReal(fence, named, purpose);
}

async function resolveReal(fence: Fence, named: string, purpose: PathPurpose): Promise<ResolvedPath> {
  const missing: string[] = [];
  for (let current = named; ; current = dirname(current)) {
    const found = await realPathOf(current);
    if (found.kind === "refused") return refused(found.message);
    if (found.kind === "real") {
      const absolute = join(found.path, ...missing);
      const refusal = whyRefused(fence, absolute, purpose) ?? whyRefused(fence, found.path, purpose);
      if (refusal !== undefined) return refused(refusal);
      const inside = relative(fence.root, absolute).split(sep).join("/");
      return {
        ok: true,
        fence,
        existing: found.path,
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

async function realPathOf(path: string): Promise<RealPath> {
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
  // A link to nothing: writing through it would create a file wherever it points.
  return { kind: "refused", message: "The path goes through a link that leads nowhere. Use the real path." };
}

function refused(message: string): ResolvedPath {
  return { ok: false, message };
}
