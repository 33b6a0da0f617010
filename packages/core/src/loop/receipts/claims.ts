/** The subject of a claim that an agent makes about its own work. */
export type ClaimKind =
  | "agents"
  | "absence"
  | "tests"
  | "change"
  | "request"
  | "answer"
  | "measure"
  | "command"
  | "reading"
  | "finding";

/** A sentence that claims something, with the files, addresses and commands that it names. */
export type Claim = {
  readonly kind: ClaimKind;
  readonly sentence: string;
  readonly paths: readonly string[];
  readonly addresses: readonly string[];
  readonly commands: readonly string[];
};

/** A longer sentence is a table or a file, of which only the start is read. */
const MAX_READ_CHARACTERS = 1_000;
/** Phrases of success that contain a negation ("no errors"): removed before negations are searched. */
const HARMLESS_NEGATION =
  /\b(?:no|zero|0|without(?: any)?) (?:failures?|failed|failing|errors?|problems?|issues?|warnings?|regressions?)\b|没有(?:失败|错误)/giu;
/** Matches sentences that deny something, or state that it is not done or only intended. */
const NEGATION =
  /\b(?:no|not|nothing|none|never|cannot|unable|failed to|fails?|failing|failed|would|should|could|will|must|todo|remain(?:s|ing)?|left|plan(?:ned)?|try|tried|attempted|if|unless|unverified|unchecked)\b|n't\b|没有|未|无法|失败|尚未|应该|将|如果/iu;
/** Matches sentences that report what a source says. */
const ATTRIBUTION =
  /\b(?:says?|said|states?|according|claims?|documents?|documented|describes?|readme|changelog|comments?|log|commit(?:ted)?|history|authors?|by [A-Z]\w+|in (?:\d{4}|v?\d+\.\d+))\b|文档|日志|根据|据(?:说|称|悉)|记录/iu;
/** Matches the status of a failed answer: a sentence with one reports a failure. */
const FAILURE_STATUS = /(?<![\d.,])[45]\d\d(?![\d.,%]?\d)\b/u;

const LEAD =
  "(?:^|[.;:,]\\s+|\\b(?:I|we|and|then|also|successfully|I've|we've|have|has been|have been|was|were|is now|are now)\\s+)(?:successfully |carefully |already )?";
const CHANGED =
  "(?:wrote|written|created|added|updated|edited|changed|modified|fixed|patched|renamed|moved|saved|replaced|refactored|generated|deleted|removed)";
const REQUESTED =
  "(?:fetched|downloaded|posted|sent|uploaded|deployed|published|pushed|submitted|notified|committed|merged|released|installed|restarted|rolled out|tagged)";
const LOOKED =
  "(?:read|checked|reviewed|inspected|examined|verified|looked at|searched|went through|analy[sz]ed|compared|tested)";

/** Names the agent itself as the one who acted. */
const OWN_WORK = new RegExp(
  `^(?:successfully )?(?:${CHANGED}|${REQUESTED}|${LOOKED}|ran|run|executed)\\b|\\b(?:I|we|I've|we've)\\b|我`,
  "iu",
);
const CHANGE = new RegExp(
  `${LEAD}${CHANGED}\\b|(?:我|已)经?(?:成功)?(?:写入|创建|新增|更新|修改|修复|保存|替换|删除|移动|重命名)`,
  "iu",
);
const REQUEST = new RegExp(
  `${LEAD}${REQUESTED}\\b|\\b(?:is|are) (?:now |already )?(?:deployed|published|pushed|submitted|uploaded|committed|merged|released|sent)\\b|(?:我|已)经?(?:成功)?(?:下载|上传|发送|部署|发布|提交|推送|合并|安装)`,
  "iu",
);
const COMMAND = new RegExp(`${LEAD}(?:ran|run|executed)\\b|(?:我|已)经?(?:成功)?(?:运行|执行)`, "iu");
const READING = new RegExp(`${LEAD}${LOOKED}\\b|(?:我|已)经?(?:阅读|检查|查看|核实|验证|搜索|分析)`, "iu");
const TESTS =
  /\b(?:tests?|suite|specs?|build|type ?checks?|lint(?:er|ing)?|compilation)\b[^.!?]{0,60}\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?|clean)\b|\bpass(?:es|ed)? (?:all|the) (?:\w+ )?tests\b|\b(?:compiles|builds) (?:cleanly|successfully|without)|(?:测试|构建|编译)(?:已|都|均|全部)*(?:通过|成功)/iu;
const AGENTS =
  /\b(?:sub-?agents?|child agents?|explorers?|analysts?|(?:the|my|an?) (?:explore|other|sibling|parallel|second|third) agents?|siblings?|branches)\b[^.!?]{0,60}\b(?:confirm(?:s|ed)?|report(?:s|ed)?|found|finished|completed|verified|returned|agreed?|(?:has|have) (?:already |now |since )?\w+(?:ed|en|t))\b|(?:子|其他|另一个)(?:智能体|代理)[^。]{0,30}(?:确认|报告|完成|发现|已经)/iu;
/** Matches sentences which report that a search or a reading did not find something. */
const ABSENCE =
  /\bthere (?:is|are|were|was) no (?:\w+ ){0,2}(?:uses?|usages?|callers?|references?|occurrences?|matches|imports?|mentions?|files?|errors?|warnings?|tests?|duplicates?|results?)\b|\b(?:nothing|no(?:body| file| code| module| caller| one)?) (?:else )?(?:uses|calls|imports|references|mentions|matches|contains)\b|\b(?:is|are) (?:not|never) (?:used|called|imported|referenced|mentioned) (?:anywhere|at all|in|by)\b|没有任何?[^。]{0,12}(?:引用|使用|调用|匹配)/iu;
/** Matches sentences that report how a service or a program answered. */
const ANSWER =
  /\b(?:webhook|api|endpoint|server|service|site|host|page|url|request|health ?check|deployment|job|command|script|it)\b[^.!?]{0,40}\b(?:accepted|acknowledged|succeeded|responds?|responded|answers?|answered|(?:returns?|returned) (?:a |with )?(?:2\d\d|OK)|exit(?:s|ed)(?: with)?(?: code| status)? 0|is (?:now )?(?:live|up|reachable|healthy|online))\b|(?:接口|服务|请求)[^。]{0,16}(?:返回\s*2\d\d|成功|正常)/iu;
/** A number with the unit of a measure, beside a word that says that it was measured. */
const MEASURE =
  /\b(?:takes|took|measured|benchmarks?|runs in|responds in|dropped|reduced|down to|went from|improved|now (?:at|is|uses)|uses only)\b[^!?]{0,60}?\d[\d.,]*\s?(?:ms|µs|s|seconds?|minutes?|kB|KB|MB|GB|bytes)\b/u;
const FINDING =
  /\b(?:found|returned|shows?|contains?|confirm(?:s|ed)|lists?|there (?:is|are))\b|发现|找到|显示|确认/iu;

const ADDRESS = /https?:\/\/[^\s<>"')\]。，]+/gu;
const PATH = /(?:[\w@.-]+\/)*[\w@-][\w@.-]*\.[A-Za-z][A-Za-z0-9]{0,7}(?![\w(])/gu;
const COMMAND_SPAN = /`(?<command>[^`\n]{2,200})`/gu;
/** Words with a point that are not files. */
const NO_PATH = /^(?:e\.g|i\.e|etc\.|vs\.|node\.js|next\.js|vue\.js)$/iu;

const KINDS: readonly (readonly [ClaimKind, RegExp])[] = [
  ["agents", AGENTS],
  ["tests", TESTS],
  ["change", CHANGE],
  ["request", REQUEST],
  ["answer", ANSWER],
  ["measure", MEASURE],
  ["command", COMMAND],
  ["reading", READING],
  ["finding", FINDING],
];

/** Returns the claim that a sentence makes; null if it denies, plans, quotes a source, or claims nothing. */
export function readClaim(sentence: string): Claim | null {
  const text = sentence
    .slice(0, MAX_READ_CHARACTERS)
    .trim()
    .replace(/^(?:[-*•]|\d+[.)])\s+/u, "");
  if (text.endsWith("?")) return null;
  const addresses = text.match(ADDRESS) ?? [];
  const plain = text.replace(ADDRESS, " ");
  const kind = kindOf(plain);
  if (kind === undefined) return null;
  const spans = [...plain.matchAll(COMMAND_SPAN)].map((match) => match.groups?.["command"] ?? "");
  const paths = (plain.match(PATH) ?? []).filter((path) => !NO_PATH.test(path));
  return {
    ...{ kind, sentence: sentence.trim(), paths, addresses },
    commands: spans.filter((span) => /\s/u.test(span)),
  };
}

function kindOf(plain: string): ClaimKind | undefined {
  const withoutCode = plain.replace(COMMAND_SPAN, " ");
  const isOwn = OWN_WORK.test(plain);
  if (!isOwn && ATTRIBUTION.test(withoutCode)) return undefined;
  if (ABSENCE.test(plain)) return "absence";
  const harmless = plain.replace(HARMLESS_NEGATION, " ");
  if (NEGATION.test(harmless.replace(COMMAND_SPAN, " "))) return undefined;
  const kind = KINDS.find(([, pattern]) => pattern.test(harmless))?.[0];
  return kind === "answer" && FAILURE_STATUS.test(harmless) ? undefined : kind;
}
