import { chmod, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Makes every folder below a folder removable, without following links. Never rejects. */
export async function unlockFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(async () => {
    await chmod(folder, 0o700).catch(() => undefined);
    return await readdir(folder, { withFileTypes: true }).catch(() => []);
  });
  await chmod(folder, 0o700).catch(() => undefined);
  for (const entry of entries) if (entry.isDirectory()) await unlockFolders(join(folder, entry.name));
}
