/** The subject of a claim that an agent makes about its own work. */
export type ClaimKind = "change" | "tests" | "request" | "command" | "reading" | "agents" | "finding";

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
/** Speaks of success without its absence: removed before negations are looked for. */
const HARMLESS_NEGATION =
  /\b(?:no|zero|0|without(?: any)?) (?:failures?|failed|failing|errors?|problems?|issues?|warnings?|regressions?)\b|没有(?:失败|错误)/giu;
/** Says that something is not so, is not done, or is only intended. */
const NEGATION =
  /\b(?:no|not|nothing|none|never|cannot|unable|failed to|fails?|failing|failed|would|should|could|will|must|todo|remain(?:s|ing)?|left|plan(?:ned)?|try|tried|attempted|if|unless|unverified|unchecked)\b|n't\b|没有|未|无法|失败|尚未|应该|将|如果/iu;
/** Reports what a source says. */
const ATTRIBUTION =
  /\b(?:says?|said|states?|according|claims?|documents?|documented|describes?|readme|changelog|comments?|log|commit(?:ted)?|history|authors?|by [A-Z]\w+|in (?:\d{4}|v?\d+\.\d+))\b|文档|日志|据|记录/iu;

/** Names the agent itself as the one who acted. */
const OWN_WORK =
  /^(?:successfully )?(?:wrote|written|created|added|updated|edited|changed|modified|fixed|patched|renamed|moved|saved|replaced|refactored|generated|deleted|removed|fetched|downloaded|posted|sent|uploaded|deployed|published|pushed|submitted|notified|ran|run|executed|read|checked|reviewed|inspected|examined|verified|looked at|searched|analy[sz]ed|compared|tested)\b|\b(?:I|we|I've|we've)\b|我/iu;
const CHANGE =
  /(?:^|[.;:,]\s+|\b(?:I|we|and|then|also|successfully|I've|we've|have|has been|have been|was|were|is now|are now)\s+)(?:successfully |carefully )?(?:wrote|written|created|added|updated|edited|changed|modified|fixed|patched|renamed|moved|saved|replaced|refactored|generated|deleted|removed)\b|(?:我|已)经?(?:写入|创建|新增|更新|修改|修复|保存|替换|删除|移动|重命名)/iu;
const REQUEST =
  /(?:^|[.;:,]\s+|\b(?:I|we|and|then|also|successfully|I've|we've|have|has been|have been|was|were|is now|are now)\s+)(?:successfully |carefully )?(?:fetched|downloaded|posted|sent|uploaded|deployed|published|pushed|submitted|notified)\b|(?:我|已)经?(?:下载|上传|发送|部署|发布|提交)/iu;
const COMMAND =
  /(?:^|[.;:,]\s+|\b(?:I|we|and|then|also|successfully|I've|we've|have|has been|have been|was|were|is now|are now)\s+)(?:successfully |carefully )?(?:ran|run|executed)\b|(?:我|已)经?(?:运行|执行)/iu;
const READING =
  /(?:^|[.;:,]\s+|\b(?:I|we|and|then|also|successfully|I've|we've|have|has been|have been|was|were|is now|are now)\s+)(?:successfully |carefully )?(?:read|checked|reviewed|inspected|examined|verified|looked at|searched|analy[sz]ed|compared|tested)\b|(?:我|已)经?(?:阅读|检查|查看|核实|验证|搜索|分析)/iu;
const TESTS =
  /\b(?:tests?|suite|specs?|build|type ?checks?|lint(?:er|ing)?|compilation)\b[^.!?]{0,60}\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?|clean)\b|\bpass(?:es|ed)? (?:all|the) (?:\w+ )?tests\b|\b(?:compiles|builds) (?:cleanly|successfully|without)|(?:测试|构建|编译)(?:已|都|均|全部)*(?:通过|成功)/iu;
const AGENTS =
  /\b(?:sub-?agents?|child agents?|explorers?|analysts?|the (?:explore|other) agents?|branches)\b[^.!?]{0,60}\b(?:confirm(?:s|ed)?|report(?:s|ed)?|found|finished|completed|verified|returned|agreed?)\b|子智能体[^。]{0,30}(?:确认|报告|完成|发现)/iu;
const FINDING =
  /\b(?:found|returned|shows?|contains?|confirm(?:s|ed)|lists?|there (?:is|are))\b|发现|找到|显示|确认/iu;

const ADDRESS = /https?:\/\/[^\s<>"')\]]+/gu;
const PATH = /(?:[\w@.-]+\/)*[\w@-][\w@.-]*\.[A-Za-z][A-Za-z0-9]{0,7}(?![\w(])/gu;
const COMMAND_SPAN = /`(?<command>[^`\n]{2,200})`/gu;
/** Words with a point that are not files. */
const NO_PATH = /^(?:e\.g|i\.e|etc\.|vs\.|node\.js|next\.js|vue\.js)$/iu;

const KINDS: readonly (readonly [ClaimKind, RegExp])[] = [
  ["agents", AGENTS],
  ["tests", TESTS],
  ["change", CHANGE],
  ["request", REQUEST],
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
  const addresses = text.match(ADDRESS) ?? [];
  const plain = text.replace(ADDRESS, " ").replace(HARMLESS_NEGATION, " ");
  if (NEGATION.test(plain.replace(COMMAND_SPAN, " ")) || text.endsWith("?")) return null;
  const kind = KINDS.find(([, pattern]) => pattern.test(plain))?.[0];
  if (kind === undefined || (!OWN_WORK.test(plain) && ATTRIBUTION.test(plain.replace(COMMAND_SPAN, " "))))
    return null;
  const spans = [...plain.matchAll(COMMAND_SPAN)].map((match) => match.groups?.["command"] ?? "");
  const paths = (plain.match(PATH) ?? []).filter((path) => !NO_PATH.test(path));
  return {
    ...{ kind, sentence: sentence.trim(), paths, addresses },
    commands: spans.filter((span) => /\s/u.test(span)),
  };
}
