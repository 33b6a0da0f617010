import type { MemoryEntry } from "../ports/memory-store.ts";

type Explained = Pick<MemoryEntry, "type" | "name" | "description" | "content">;

/** Words in the name or description of a manual. */
const MANUAL =
  /\b(?:how (?:to|you) (?:use|call|invoke|run|pass)|usage|syntax|parameters?|arguments?|options|flags|manual|documentation|docs|reference|cheat ?sheet|examples?)\b|用法|使用(?:方法|说明|手册|指南)|(?:如何|怎么|怎样)(?:使用|调用|用)|参数|选项|语法|文档|手册|示例/iu;
/** Words of a text that warns, or adds something that using the tool does not show. Single characters of Chinese are enough. */
const WARNING =
  /\b(?:never|always|not|don['’]t|doesn['’]t|cannot|can['’]t|won['’]t|isn['’]t|avoid|careful|beware|gotchas?|pitfalls?|caveats?|warnings?|fail(?:s|ed|ing|ures?)?|errors?|bugs?|broken|breaks?|crash(?:es|ed)?|hangs?|slow|times? out|timeouts?|limited|limits|at (?:most|least)|known issues?|workarounds?|instead|rather|must|only|except|unless|wrong|unexpected(?:ly)?|quirks?|silently|approvals?|permissions?|before)\b|[不别勿未无禁坑]|避免|小心|注意|警告|当心|失败|报错|出错|错误|故障|崩溃|超时|限制|上限|最多|至少|问题|必须|只能|只在|除非|否则|而是|改用|丢失|覆盖|审批|权限/iu;

/**
 * True for an entry that merely explains how to use one of these tools, whose calls the context already shows. Doubts count for the entry: one with a
 * warning stays, and so does what a person asked for.
 */
export function explainsCalledTool(entry: Explained, calledTools: ReadonlySet<string>): boolean {
  if (entry.type !== "reference" || calledTools.size === 0) return false;
  const subject = `${entry.name}\n${entry.description}`;
  if (!MANUAL.test(subject) || WARNING.test(`${subject}\n${entry.content}`)) return false;
  return [...calledTools].some((tool) => names(subject, tool));
}

/** True for a text that names a tool. A name of one word is a word like others unless the text says that it means the tool. */
function names(text: string, tool: string): boolean {
  const name = spaced(tool);
  if (name.trim().includes(" ")) return spaced(text).includes(name);
  return [` tool${name}`, `${name}tool `, ` 工具${name}`, `${name}工具 `].some((marked) =>
    spaced(text).includes(marked),
  );
}

/** The words of a text in lower case with one space around each, so that `fetch_page`, `fetch-page` and `Fetch page` are the same. */
function spaced(text: string): string {
  return ` ${(text.match(/[a-z0-9]+|工具/giu) ?? []).join(" ").toLowerCase()} `;
}
