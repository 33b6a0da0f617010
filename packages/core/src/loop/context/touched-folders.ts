/** Returns the folders of files, outer ones included, each once and before those inside it. Paths are relative, with `/`. */
export function touchedFolders(paths: Iterable<string>): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    const names = path.split("/").slice(0, -1);
    for (let depth = 1; depth <= names.length; depth += 1) folders.add(names.slice(0, depth).join("/"));
  }
  return [...folders].sort();
}
