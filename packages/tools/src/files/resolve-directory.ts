import type { Fence, RunFolders } from "../workspace/fence.ts";
import { openDirectoryInside } from "../workspace/open-inside.ts";
import { resolveInside } from "../workspace/root.ts";

export type ResolvedDirectory =
  | {
      readonly ok: true;
      readonly fence: Fence;
      readonly absolute: string;
      /** For `walk`: "" means the project folder. */ readonly from: string;
    }
  | { readonly ok: false; readonly message: string };

/** Checks that a path is an existing directory inside the project folder. */
export async function resolveDirectory(folders: RunFolders, path: string): Promise<ResolvedDirectory> {
  const target = await resolveInside(folders, path, "read");
  if (!target.ok) return target;
  const opened = await openDirectoryInside(target.fence, target.absolute, "read");
  if (!opened.ok) return opened;
  await opened.handle.close();
  return {
    ok: true,
    fence: target.fence,
    absolute: target.absolute,
    from: target.relative === "." ? "" : target.relative,
  };
}
