import path from "node:path";

const KEBAB_CASE = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const SOURCE = /\.(?:ts|tsx|mjs|cjs)$/;
const VAGUE = new Set(["utils", "util", "helpers", "helper", "misc", "common"]);
/** Folders of sources. Those below `app` are parts of addresses, which Next.js names. */
const SOURCE_FOLDERS = /(?:^|\/)(?:packages|apps)\/[^/]+\/src\/(?!app(?:\/|$))(.+)$/;

/** Returns what is wrong with the name of a file or of its folders in the checkout; null when nothing is. */
function nameProblem(file) {
  const unixPath = file.replaceAll("\\", "/");
  const [name = ""] = path.posix.basename(unixPath).replace(/^\./, "").split(".");
  if (!SOURCE.test(unixPath)) return null;
  if (VAGUE.has(name)) return `"${name}" says nothing: name the file for its main export.`;
  if (!KEBAB_CASE.test(name)) return `The name of the file is not in kebab case: ${name}`;
  const folders = SOURCE_FOLDERS.exec(path.posix.dirname(unixPath))?.[1]?.split("/") ?? [];
  const odd = folders.find((folder) => !KEBAB_CASE.test(folder));
  return odd === undefined ? null : `The name of the folder is not in kebab case: ${odd}`;
}

/** Reports names that are not in kebab case, and names that say nothing. */
export const fileNames = {
  meta: { type: "suggestion", schema: [] },
  create: (context) => ({
    Program(node) {
      const problem = nameProblem(path.relative(context.cwd, context.filename));
      if (problem !== null) context.report({ loc: node.loc.start, message: problem });
    },
  }),
};
