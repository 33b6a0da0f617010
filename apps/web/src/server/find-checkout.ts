import { existsSync } from "node:fs";
import path from "node:path";

/** Only the root of the checkout has this file. */
const ROOT_FILE = "turbo.json";

/** Returns the checkout that contains a folder of the product, or that folder itself if none does. */
export function findCheckout(folder: string): string {
  for (let current = folder; ; current = path.dirname(current)) {
    if (existsSync(path.join(current, ROOT_FILE))) return current;
    if (current === path.dirname(current)) return folder;
  }
}
