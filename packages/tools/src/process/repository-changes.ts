import { isAbsolute, relative } from "node:path";

type Watch = { readonly root: string; isShared: boolean };

const changing = new Set<{ readonly root: string }>();
const watches = new Set<Watch>();

/** Notes that this process begins something in a project folder that may make repositories on purpose. Call the returned function at its end. */
export function beginRepositoryChange(root: string): () => void {
  const change = { root };
  changing.add(change);
  for (const watch of watches) if (areRelated(watch.root, root)) watch.isShared = true;
  return () => void changing.delete(change);
}

/** Watches for such changes in a project folder and around it. The returned function ends that and returns whether there was one meanwhile. */
export function watchRepositoryChanges(root: string): () => boolean {
  const watch: Watch = { root, isShared: [...changing].some((change) => areRelated(change.root, root)) };
  watches.add(watch);
  return () => {
    watches.delete(watch);
    return watch.isShared;
  };
}

function areRelated(first: string, second: string): boolean {
  return isWithin(first, second) || isWithin(second, first);
}

function isWithin(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  return inner === "" || (inner !== ".." && !inner.startsWith("../") && !isAbsolute(inner));
}
