import { claimsPrompt } from "../../prompts/generated/claims.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import type { Claim } from "./claims.ts";
import type { ClaimContext } from "./evidence.ts";
import { isActing, isRehearsal, type Receipt } from "./receipt-kinds.ts";

/** Acts, and the names of the calls that perform them. With `isNeeded`, only such a call supports the act. */
const ACTS: readonly { readonly act: RegExp; readonly call: RegExp; readonly isNeeded: boolean }[] = [
  {
    act: /\bpushed\b|推送/iu,
    call: /push|\bgh pr create\b|\bglab mr create\b|create_pull_request/iu,
    isNeeded: true,
  },
  {
    act: /\bcommitted\b/iu,
    call: /commit|\bgit (?:am|revert|merge|cherry-pick|rebase)\b|\bnpm version\b/iu,
    isNeeded: true,
  },
  { act: /\bmerged\b|合并/iu, call: /merge|rebase|cherry-pick|pull|\bgit commit\b/iu, isNeeded: false },
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
const NOTHING_TO_DO = /\bnothing (?:to commit|added to commit)\b|\bno changes added to commit\b/giu;
const COMMITTED_LINE = /^\[[^\]\n]+ [\da-f]{7,40}\]/mu;
const ACTS_OF_CODE = /\b(?:pushed|merged|released|installed|sent|posted|submitted|published|tagged)\b/iu;
/** Things of code, which are pushed, merged or released in a file. */
const OF_CODE =
  /\b(?:handlers?|listeners?|hooks?|helpers?|functions?|methods?|class(?:es)?|modules?|locks?|arrays?|stacks?|queues?|lists?|events?|state|callbacks?|conditions?|components?|parsing|logic|types?|variables?|loops?|tests?|branches of|arguments?|options?|fields?)\b/iu;
/** Things outside of the files. */
const REMOTE =
  /\bgit\b|\bbranch\b|\bPR\b|\bMR\b|pull request|\bremote\b|\borigin\b|\bupstream\b|\bmain\b|\bmaster\b|\bcommit(?:s|ted)?\b|#\d|\b(?:server|service|cluster|team|channel|customers?|registry|npm|GitHub|staging|production|packages?)\b|https?:/iu;
/** Matches sentences that describe a state rather than an action: "releases are published by a workflow". */
const DESCRIBES =
  /\b(?:is|are) (?:deployed|published|pushed|submitted|uploaded|committed|merged|released|sent)\b/iu;

/** Why the log does not support that something was fetched, sent or deployed; null if it does. */
export function requestProblem(
  { addresses, sentence, paths }: Claim,
  { receipts, changes, text }: ClaimContext,
): string | null {
  // The name of a file, such as server.ts, says nothing of where the act was.
  const words = paths.reduce((rest, path) => rest.replace(path, " "), sentence);
  const isOfCode = ACTS_OF_CODE.test(words) && OF_CODE.test(words) && !REMOTE.test(words);
  if (isOfCode && addresses.length === 0 && changes.size > 0) return null;
  const last = findCall(sentence, {
    addresses,
    acting: receipts.filter(isActing),
    reading: receipts.filter((receipt) => /^get|^find/u.test(receipt.tool)),
  });
  if (last === undefined) return DESCRIBES.test(sentence) ? null : claimsPrompt.noRequest;
  if (last.isFailure || (/\bcommit/iu.test(sentence) && committedNothing(last)))
    return fillPrompt(claimsPrompt.failedRequest, { id: String(last.sequence) });
  return isRehearsal(last) && !REHEARSAL_SAID.test(text)
    ? fillPrompt(claimsPrompt.rehearsal, { id: String(last.sequence) })
    : null;
}

/** True if a commit had nothing to commit. A status after it says the same of a commit that did: each status may say so once. */
function committedNothing({ input, output }: Receipt): boolean {
  const said = output.match(NOTHING_TO_DO)?.length ?? 0;
  const statuses = input.match(/\bgit status\b/gu)?.length ?? 0;
  return said > statuses && !COMMITTED_LINE.test(output);
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
