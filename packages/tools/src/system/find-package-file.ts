import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Finds a file of an installed package, as `package/path`, in the folders above this file, as Node finds packages. Not by `require.resolve`, which
 * bundlers replace. Returns a path that does not exist when the package is not installed.
 */
export async function findPackageFile(path: string): Promise<string> {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const file = join(/* turbopackIgnore: true */ folder, "node_modules", path);
    const isHere = await access(file).then(
      () => true,
      () => false,
    );
    if (isHere || folder === dirname(folder)) return file;
    folder = dirname(folder);
  }
}
