import { claimsPrompt } from "../../prompts/generated/claims.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import type { Claim } from "./claims.ts";
import type { ClaimContext } from "./evidence.ts";
import { isActing, isRehearsal, type Receipt } from "./receipt-kinds.ts";

/** Acts, and the names of the calls that perform them. With `isNeeded`, only such a call supports the act. */
const ACTS: readonly { readonly act: RegExp; readonly call: RegExp; readonly isNeeded: boolean }[] = [
  { act: /\bpushed\b|推送/iu, call: /push/iu, isNeeded: true },
  { act: /\bcommitted\b/iu, call: /commit/iu, isNeeded: true },
  { act: /\bmerged\b|合并/iu, call: /merge|rebase|cherry-pick|pull/iu, isNeeded: false },
  { act: /\binstalled\b|安装/iu, call: /install|add|\bnpm ci\b|\bi\b/iu, isNeeded: false },
  { act: /\b(?:published|released)\b|发布/iu, call: /publish|release|push|upload|deploy/iu, isNeeded: false },
  {
    act: /\b(?:deployed|rolled out)\b|部署/iu,
    call: /deploy|apply|rollout|upgrade|publish|push|release|\bup\b/iu,
    isNeeded: false,
  },
  {
    act: /\b(?:posted|sent|submitted|uploaded|notified)\b|上传|发送|提交/iu,
    call: /post|send|submit|upload|notify|mail|message|--data|-d |-F |-T /iu,
    isNeeded: false,
  },
];
const REHEARSAL_SAID =
  /\bdry[ -]?run\b|\bsimulat|\bwould (?:be|have)\b|--dry-run|\brehears|\bnot (?:yet |actually )?(?:deployed|published|sent|pushed|uploaded)\b|演练|试运行|模拟/iu;
const NOTHING_TO_DO = /\bnothing (?:to commit|added to commit)\b|\bno changes added to commit\b/iu;
/** Matches sentences that describe a state rather than an action: "releases are published by a workflow". */
const DESCRIBES =
  /\b(?:is|are) (?:deployed|published|pushed|submitted|uploaded|committed|merged|released|sent)\b/iu;

/** Why the log does not support that something was fetched, sent or deployed; null if it does. */
export function requestProblem(
  { addresses, sentence }: Claim,
  { receipts, text }: ClaimContext,
): string | null {
  const last = findCall(sentence, {
    addresses,
    acting: receipts.filter(isActing),
    reading: receipts.filter((receipt) => /^get|^find/u.test(receipt.tool)),
  });
  if (last === undefined) return DESCRIBES.test(sentence) ? null : claimsPrompt.noRequest;
  if (last.isFailure || NOTHING_TO_DO.test(last.output))
    return fillPrompt(claimsPrompt.failedRequest, { id: String(last.sequence) });
  return isRehearsal(last) && !REHEARSAL_SAID.test(text)
    ? fillPrompt(claimsPrompt.rehearsal, { id: String(last.sequence) })
    : null;
}

type Calls = {
  readonly addresses: readonly string[];
  readonly acting: readonly Receipt[];
  /** Tools of other servers that fetch. */
  readonly reading: readonly Receipt[];
};

/** The last call that can have done what a sentence claims. */
function findCall(sentence: string, { addresses, acting, reading }: Calls): Receipt | undefined {
  const fetches = /\b(?:fetched|downloaded)\b|下载/iu.test(sentence);
  const calls = fetches ? [...reading, ...acting] : acting;
  if (addresses.length > 0)
    return calls.findLast(({ input }) => addresses.some((address) => input.includes(withoutEnd(address))));
  const act = ACTS.find((each) => each.act.test(sentence));
  const named = act && calls.findLast(({ tool, input }) => act.call.test(tool) || act.call.test(input));
  return named ?? (act?.isNeeded === true ? undefined : calls.at(-1));
}

function withoutEnd(address: string): string {
  return address.replace(/[/.,;:!?]+$/u, "");
}
