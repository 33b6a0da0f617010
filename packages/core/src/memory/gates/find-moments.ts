import type { MemoryFields } from "../../ports/memory-store.ts";
import type { GateProblem } from "../entry-proposal.ts";

/** Reports of what someone just did in the conversation, and states that are over with it. */
const MOMENTS: readonly RegExp[] = [
  /\bthe user (?:just |now )?(?:asked|requested|thanked|greeted|said (?:hi|hello|thanks|goodbye)|wants? (?:me|the assistant) to|is (?:asking|thanking|happy|waiting|checking|reading|being interrupted))\b/iu,
  /\b(?:right now|at the moment|at this moment|for the moment|in this (?:answer|reply|conversation|chat|session|message)|asked for it now)\b/iu,
  /\b(?:pass(?:es)?|works?|fails?|builds?|runs?|is (?:done|green|red|broken|fixed)|are (?:done|green|red|broken|fixed)) (?:now(?! and then)|again)\b/iu,
  /用户(?:刚刚?|现在|这次)?(?:让|请|叫|要求)(?:助手|我|你)|用户(?:表示)?(?:感谢|道谢|打了?招呼|很(?:满意|高兴|开心))|表示感谢|打了招呼/u,
  /用户(?:正在?|现在(?:要|想|在))|(?:这|本)次(?:回答|对话|会话|消息|回复)|此刻|眼下|现在(?:要求|通过|开着|打开|正)/u,
];

/** Finds in a text what only matters while the conversation lasts. A rule that a person wants kept speaks of every time. */
export function findMoments({ name, description, content }: MemoryFields): readonly GateProblem[] {
  const text = [name, description, content].join("\n");
  for (const pattern of MOMENTS) {
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) return [{ gate: "moment", found, instead: null }];
  }
  return [];
}
