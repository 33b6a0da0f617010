import type { MemoryEntry } from "../ports/memory-store.ts";

type Explained = Pick<MemoryEntry, "type" | "name" | "description" | "content">;

/** The words in the name of a manual before the name of the tool, and behind it. */
const BEFORE =
  /^(?:(?:how to (?:use|call|invoke|run)|(?:usage|syntax|parameters?|arguments?|options|flags|manual|documentation|docs|reference|cheat ?sheet|examples?) (?:of|for)) (?:the )?|(?:如何|怎么|怎样)(?:使用|调用|用) ?)$/u;
const BEHIND =
  /^(?::? (?:usage|syntax|parameters?|arguments?|options|flags|manual|documentation|docs|reference|cheat ?sheet|examples?)| ?的? ?(?:用法|使用(?:方法|说明|手册|指南)|参数|选项|语法|文档|手册|示例))$/u;
/** Words of a text that warns, or adds something that using the tool does not show. Single characters of Chinese are enough. */
const WARNING =
  /\b(?:never|always|not|don['’]t|doesn['’]t|cannot|can['’]t|won['’]t|isn['’]t|avoid|careful|beware|gotchas?|pitfalls?|caveats?|warnings?|fail(?:s|ed|ing|ures?)?|errors?|bugs?|broken|breaks?|crash(?:es|ed)?|hangs?|slow|times? out|timeouts?|limited|limits|at (?:most|least)|known issues?|workarounds?|instead|rather|must|only|except|unless|wrong|unexpected(?:ly)?|quirks?|silently|approvals?|permissions?|before)\b|[不别勿未无禁坑]|避免|小心|注意|警告|当心|失败|报错|出错|错误|故障|崩溃|超时|限制|上限|最多|至少|问题|必须|只能|只在|除非|否则|而是|改用|丢失|覆盖|审批|权限/iu;
/** An address, path, name of a file, number, assignment or quoted value: what only this project knows. */
const FACT = /[/\\=＝@"“”「『`]|\p{N}|(?<!\p{L})['‘]|\w\.\w/u;

/**
 * True for an entry that merely explains how to use one of these tools, whose calls the context already shows. Doubts count for the entry: one with a
 * warning or a fact stays, and so does what a person asked for.
 */
export function explainsCalledTool(
  { type, name, description, content }: Explained,
  calledTools: ReadonlySet<string>,
): boolean {
  if (type !== "reference" || ![...calledTools].some((tool) => isManual(name, tool))) return false;
  return ![description, content].some((text) => WARNING.test(text) || FACT.test(text));
}

/** True for a name that says only that the entry explains this tool. One word is a word like others unless the name says that it means the tool. */
function isManual(name: string, tool: string): boolean {
  const text = withDashes(name.trim());
  const word = withDashes(tool);
  const forms = [`${word} tool`, `${word} 工具`, `${word}工具`, ...(word.includes("-") ? [word] : [])];
  return forms.some(
    (form) =>
      (text.endsWith(form) && BEFORE.test(text.slice(0, -form.length))) ||
      (text.startsWith(form) && BEHIND.test(text.slice(form.length))),
  );
}

/** People write `fetch_page` and `fetch-page`. */
function withDashes(text: string): string {
  return text.replaceAll("_", "-").toLowerCase();
}
