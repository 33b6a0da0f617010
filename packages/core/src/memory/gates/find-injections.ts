import type { GateProblem } from "../entry-proposal.ts";

/** Texts that give orders to an agent about its rules instead of stating a fact or a preference. */
const INJECTIONS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|your\s+|the\s+)*(?:previous|prior|earlier|above|former|existing)?\s*(?:instructions?|rules|prompts?|guidelines)\b/iu,
  /\bnotes?\s+to\s+(?:all\s+)?(?:ai|llm|assistants?|agents?)\b/iu,
  /\b(?:never|do not|don['’]t|without)\s+(?:ever\s+)?(?:ask(?:ing)?|request(?:ing)?)\s+(?:the\s+user\s+)?(?:for\s+)?(?:permission|confirmation|approval)\b/iu,
  /\b(?:reveal|print|send|leak|exfiltrate)\s+(?:the\s+|your\s+|all\s+)*(?:system prompt|credentials|api keys?|secrets|tokens)\b/iu,
  /\byou are now\b|\bnew system prompt\b|<\/?system>/iu,
  /(?:忽略|无视|忘记|忘掉|覆盖)[^。\n]{0,8}(?:指令|指示|规则|提示词|要求)/u,
  /(?:不要|无需|不必|别)(?:再)?(?:询问|确认|请求(?:许可|批准)|征求同意)/u,
  /(?:泄露|发送|输出|打印)[^。\n]{0,6}(?:系统提示|密钥|密码|令牌)/u,
];

/** Finds orders to an agent in a text. */
export function findInjections(text: string): readonly GateProblem[] {
  return INJECTIONS.flatMap((pattern) => {
    const [found] = pattern.exec(text) ?? [];
    return found === undefined ? [] : [{ gate: "injection" as const, found, instead: null }];
  });
}
