import { cp, rm, stat } from "node:fs/promises";
import path from "node:path";
import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import type { FolderCheck } from "./check-folder.ts";
import type { FolderRules } from "./file-rules.ts";

/** The sample, below the checkout. */
const SOURCE = path.join("examples", "orders-service");

/** Returns where the sample of a workspace is: below the first folder that the operator listed, else in the home folder of who runs the server. */
function samplePlace({ roots, personHome }: FolderRules, slug: string): string {
  return path.join(roots[0] ?? personHome, `goaltrace-sample-${slug}`);
}

/**
 * Returns the real path of a workspace's sample project: a small program with data and documents, so that someone without a project at hand can
 * see agents work on files. It is created when it is missing; an existing one stays as it is. Errors: INVALID_INPUT when this server accepts
 * no project folder there; nothing is left behind then.
 */
export async function ensureSampleProject(
  { rules, check }: { readonly rules: FolderRules | null; readonly check: Pick<FolderCheck, "registrable"> },
  scope: Pick<Scope, "workspaceId">,
  slug: string,
): Promise<string> {
  if (rules === null) throw noSample();
  const place = samplePlace(rules, slug);
  const isThere = (await stat(place).catch(() => null)) !== null;
  if (!isThere)
    await cp(path.join(rules.checkout, SOURCE), place, { recursive: true }).catch((thrown: unknown) => {
      throw noSample(thrown);
    });
  try {
    return await check.registrable(scope, place);
  } catch (refused) {
    if (!isThere) await rm(place, { recursive: true, force: true });
    throw refused;
  }
}

function noSample(cause?: unknown): GoaltraceError {
  return new GoaltraceError(
    {
      code: "INVALID_INPUT",
      message: "The sample project could not be created on this server.",
      fix: "Add a project folder of your own by its path.",
    },
    { cause },
  );
}
