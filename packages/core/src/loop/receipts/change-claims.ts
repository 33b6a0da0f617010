import { claimsPrompt } from "../../prompts/generated/claims.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import type { Claim } from "./claims.ts";
import type { ClaimContext } from "./evidence.ts";
import { isDiscarded } from "./discards.ts";
import { isActing, type Receipt } from "./receipt-kinds.ts";

const REVERTED =
  /\b(?:revert(?:ed|ing)?|undid|undone|rolled back|restored|put back|discarded|took back)\b|撤销|回滚|还原|恢复/iu;
const REMOVED = /\b(?:deleted|removed|renamed|moved)\b|删除|移动|重命名/iu;

/** Why the log does not support that files were changed; null if it does. */
export function changeProblem({ paths, sentence }: Claim, context: ClaimContext): string | null {
  const { receipts, changes, text } = context;
  for (const path of paths) {
    const changed = [...changes].find(([name]) => isSamePath(name, path));
    if (
      changed === undefined &&
      !receipts.some((receipt) => mayChange(receipt) && receipt.input.includes(path))
    )
      return fillPrompt(claimsPrompt.unchangedPath, { path });
    if (changed === undefined || REVERTED.test(text) || REMOVED.test(sentence)) continue;
    const [name, { sequence, isUndone }] = changed;
    if (isUndone || isDiscarded(receipts, { sequence, path: name }))
      return fillPrompt(claimsPrompt.undoneChange, { path });
  }
  return changes.size > 0 || receipts.some(mayChange) ? null : claimsPrompt.unchanged;
}

/** A call whose file changes the log may lack; it has those of the file tools. */
function mayChange(receipt: Receipt): boolean {
  return !receipt.isFailure && isActing(receipt);
}

/** True if a report refers to a changed file, whose path is relative to the project folder: by its whole path, by its end, or as an absolute path. */
function isSamePath(changed: string, named: string): boolean {
  const plain = named.replace(/^\.\//u, "");
  return (
    changed === plain ||
    changed.endsWith(`/${plain}`) ||
    (plain.startsWith("/") && plain.endsWith(`/${changed}`))
  );
}
