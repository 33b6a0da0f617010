import { realpath } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { protectedReason } from "./protected-files.ts";

/** The boundary of a run's tools as real paths: inside `root` and outside every forbidden folder. */
export type Fence = {
  readonly root: string;
  readonly forbidden: readonly string[];
  /** Whether instructions of agents and files that run on their own may be written. */
  readonly allowsProtectedWrites: boolean;
  /** Returns true for a path, relative to `root` and with `/`, that permission rules keep from this call. */
  readonly hides?: ((path: string) => boolean) | undefined;
};

/** The folders of a run as given in a tool's context. */
export type RunFolders = {
  readonly projectFolder: string | null;
  readonly forbiddenFolders: readonly string[];
  /** @default false */
  readonly allowsProtectedWrites?: boolean | undefined;
  /** @default nothing */
  readonly hides?: ((path: string) => boolean) | undefined;
};

/** The purpose of an access; git's own data may be read but not written. */
export type PathPurpose = "read" | "write";

/** Environment files that contain placeholders by convention and are meant to be shared. */
const SHARED_ENVIRONMENT_FILES = new Set([".env.example", ".env.sample", ".env.template", ".env.dist"]);

/** Resolves the folders of a run; returns undefined when the project folder does not exist. */
export async function createFence(
  projectFolder: string,
  { forbiddenFolders, allowsProtectedWrites = false, hides }: Omit<RunFolders, "projectFolder">,
): Promise<Fence | undefined> {
  try {
    const root = await realpath(projectFolder);
    const resolved = forbiddenFolders.map((folder) => resolve(folder));
    const real = await Promise.all(resolved.map((folder) => realpath(folder).catch(() => folder)));
    const forbidden = [...new Set([...resolved, ...real])].filter((folder) => !isWorktree(folder, root));
    return { root, forbidden, allowsProtectedWrites, hides };
  } catch {
    return undefined;
  }
}

/** The worktrees of sub-agents, below the server's state folder. */
const WORKTREES = "worktrees";
/** The part of a worktree's place that its agent sees. */
const TREE = "tree";

/** Returns the folder that the server keeps a worktree in, with what it knows of it; the agent sees only the tree in it. */
export function worktreePlace(home: string, id: string): { readonly place: string; readonly tree: string } {
  const place = join(home, WORKTREES, id);
  return { place, tree: join(place, TREE) };
}

const REMOVED = ".removed";

/** Returns where a worktree is while it is being removed: no id has such a name. */
export function removedPlace(place: string): string {
  return `${place}${REMOVED}`;
}

/** Returns the id of a worktree that is being removed, by the name of its place; null for any other name. */
export function removedId(name: string): string | null {
  return name.endsWith(REMOVED) ? name.slice(0, -REMOVED.length) : null;
}

/**
 * True for the folder of an agent that works in a worktree below `home`. Everything else below it stays out of its reach, because it is outside of
 * the agent's folder; people cannot choose such a folder for a project.
 */
export function isWorktree(home: string, folder: string): boolean {
  const [first, id = "", tree] = relative(home, folder).split(sep);
  return first === WORKTREES && id !== "" && id !== ".." && tree === TREE;
}

/**
 * Returns why a path must not be accessed, as a sentence for the model; undefined when access is allowed. The path must be absolute and
 * normalized.
 */
export function refusalReason(fence: Fence, absolutePath: string, purpose: PathPurpose): string | undefined {
  if (!isWithin(fence.root, absolutePath)) {
    return "The path leads outside the project folder. Use a path inside it, relative to the project folder.";
  }
  if (fence.forbidden.some((folder) => isWithin(folder, absolutePath))) {
    return "Tools may not access this folder. Work with other files.";
  }
  const segments = relative(fence.root, absolutePath)
    .split(sep)
    .map((segment) => segment.toLowerCase());
  if (segments.some(isEnvironmentFile)) {
    return "Environment files (.env) contain secrets and cannot be read or written. Ask the person for the information you need.";
  }
  if (purpose === "read") return isHidden(fence, absolutePath) ? HIDDEN : undefined;
  if (segments.includes(".git")) return "Git's own data (.git) cannot be written by file tools.";
  return fence.allowsProtectedWrites ? undefined : protectedReason(segments);
}

const HIDDEN =
  "Permission rules keep this path from this tool. Work with other files, or ask the person to change the rules.";

function isHidden({ root, hides }: Fence, absolutePath: string): boolean {
  if (hides === undefined) return false;
  const path = relative(root, absolutePath);
  return path !== "" && hides(path.split(sep).join("/"));
}

/** True for the folder itself and everything below it. */
function isWithin(folder: string, absolutePath: string): boolean {
  const path = relative(folder, absolutePath);
  return path === "" || (path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path));
}

/** Returns true for the name of a file with secrets, in lower case. */
export function isEnvironmentFile(segment: string): boolean {
  if (SHARED_ENVIRONMENT_FILES.has(segment)) return false;
  return segment === ".env" || segment === ".envrc" || segment.startsWith(".env.");
}
