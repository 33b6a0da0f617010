/** `is` endings that British spelling shares with no other word. "emphasis" and "analyses" stay, for instance. */
const ISE_ENDINGS = ["e", "es", "ed", "er", "ers", "ing", "ation", "ations", "able"];
/** Not inside an identifier, a path, a member access or an attribute. */
const WORD_START = "(?<![\\w.\\/#$@-])";
const WORD_END = "(?![\\w/$-]|[.=(]\\w)";
/** Stored values keep their spelling: quoted or backticked text, values in capitals, names of placeholders, keys of `select`. */
const NOT_PROSE =
  /`[^`]*`|"[^"\n]*"|“[^”]*”|https?:\/\/\S+|\b[A-Z][A-Z_]+\b|\$?\{\w[\w.()]*(?=[,}])|(?<=select, |\} )\w+(?= \{)/g;
const TITLE_CALL = /\b(?:it|test|describe)(?:\.\w+)*\($|\)\($/;
const BEFORE_REGEXP = /(?:[(,=:[!&|?{;>]|^|\b(?:return|typeof|case|in|of))$/;
const REGEXP = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/[\\\n])+\//y;
const SIMPLE_STRING = { '"': /"(?:\\.|[^"\\\n])*"?/y, "'": /'(?:\\.|[^'\\\n])*'?/y };

/**
 * Compiles the word list into `{ phrase, pattern, insteadOf(match), only }`. `only` limits a rule to some kinds of
 * passage: "comment", "title", "text" (of the UI) or "prose" (of the docs).
 */
export function compileRules({ phrases, spellings, iseRoots }) {
  const rules = phrases.map(({ phrase, pattern, instead, only = ["comment", "title", "text"] }) => ({
    phrase,
    // Only rules about the start of a sentence hold capitals, and only they see case. A phrase may span lines.
    pattern: new RegExp(pattern.replaceAll(" ", String.raw`\s+`), /[A-Z]/.test(pattern) ? "g" : "gi"),
    insteadOf: () => instead,
    only,
  }));
  const words = new Map();
  for (const { from, to, endings } of spellings)
    for (const ending of endings) words.set(from + ending, to + ending);
  for (const root of iseRoots) {
    for (const ending of ISE_ENDINGS) words.set(`${root}is${ending}`, `${root}iz${ending}`);
  }
  const pattern = `${WORD_START}(?:un|re|de|mis|non)?(?:${[...words.keys()].join("|")})${WORD_END}`;
  const american = (word) => {
    const lower = word.toLowerCase();
    const british = [...words.keys()].find((key) => lower.endsWith(key) && lower.length - key.length <= 3);
    return lower.slice(0, lower.length - british.length) + words.get(british);
  };
  rules.push({ pattern: new RegExp(pattern, "gi"), insteadOf: american });
  return rules;
}

/** Where the string that opens at `start` ends: the index behind its last quote. */
function stringEnd(source, start) {
  const pattern = SIMPLE_STRING[source[start]];
  if (pattern) {
    pattern.lastIndex = start;
    return start + pattern.exec(source)[0].length;
  }
  let depth = 0;
  for (let at = start + 1; at < source.length; at += 1) {
    const char = source[at];
    if (char === "\\") at += 1;
    else if (char === "$" && source[at + 1] === "{") {
      depth += 1;
      at += 1;
    } else if (char === "}" && depth > 0) depth -= 1;
    else if (char === "`") {
      if (depth === 0) return at + 1;
      at = stringEnd(source, at) - 1;
    } else if (depth > 0 && char in SIMPLE_STRING) at = stringEnd(source, at) - 1;
  }
  return source.length;
}

/** Replaces comment marks by spaces, so that offsets stay. */
const withoutMarks = (comment) =>
  comment
    .replace(/\*\/$/, "  ")
    .replaceAll(/^[ \t]*(?:\/\*\*?|\*|\/{2,3})/gm, (marks) => " ".repeat(marks.length));

/** Comments and test titles of a script as `{ kind, start, text }`; adjacent line comments are one passage. */
function scriptPassages(source) {
  const passages = [];
  const next = /\/\/|\/\*|["'`]|\//g;
  for (let match = next.exec(source); match; match = next.exec(source)) {
    const start = match.index;
    let end = start + 1;
    if (match[0] === "//") {
      const lineEnd = source.indexOf("\n", start);
      end = lineEnd < 0 ? source.length : lineEnd;
      const last = passages.at(-1);
      if (last?.kind === "comment" && /^\s*$/.test(source.slice(last.end, start))) {
        last.text += source.slice(last.end, end);
        last.end = end;
      } else passages.push({ kind: "comment", start, end, text: source.slice(start, end) });
    } else if (match[0] === "/*") {
      const close = source.indexOf("*/", start);
      end = close < 0 ? source.length : close + 2;
      passages.push({ kind: "comment", start, end, text: source.slice(start, end) });
    } else if (match[0] === "/") {
      REGEXP.lastIndex = start;
      const before = source.slice(Math.max(0, start - 12), start).trimEnd();
      if (BEFORE_REGEXP.test(before)) end = start + (REGEXP.exec(source)?.[0].length ?? 1);
    } else {
      end = stringEnd(source, start);
      const before = source.slice(Math.max(0, start - 60), start).trimEnd();
      if (TITLE_CALL.test(before) && source[end] === ",")
        passages.push({ kind: "title", start: start + 1, end, text: source.slice(start + 1, end - 1) });
    }
    next.lastIndex = end;
  }
  return passages;
}

/** Values of a flat message file, one to a line. */
const messagePassages = (source) =>
  [...source.matchAll(/^\s*"[^"]+": "(.*)",?$/gm)].map((match) => ({
    kind: "text",
    start: match.index + match[0].indexOf(match[1], match[0].indexOf(":")),
    text: match[1].replaceAll('\\"', "  "),
  }));

/** Comments of style sheets and database schemas. */
const plainPassages = (source, pattern) =>
  [...source.matchAll(pattern)].map((match) => ({ kind: "comment", start: match.index, text: match[0] }));

/** Markdown without fenced code, tables of commands included. */
const prosePassages = (source) => [
  {
    kind: "prose",
    start: 0,
    text: source.replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, " ")),
  },
];

function passagesOf(file, source) {
  if (/\.(?:[cm]?[jt]s|tsx)$/.test(file)) return scriptPassages(source);
  if (file.endsWith(".css")) return plainPassages(source, /\/\*[\s\S]*?\*\//g);
  if (file.endsWith(".prisma")) return plainPassages(source, /\/\/[^\n]*(?:\n\s*\/\/[^\n]*)*/g);
  if (file.endsWith(".md")) return prosePassages(source);
  return file.endsWith(".json") ? messagePassages(source) : [];
}

/** A passage without comment marks and quoted text, of the same length, so that offsets stay. */
function proseOf({ kind, text }) {
  const unmarked = kind === "comment" ? withoutMarks(text) : text;
  return unmarked.replaceAll(NOT_PROSE, (quoted) => quoted.replaceAll(/[^\n]/g, "_"));
}

/**
 * Restricted words in the comments, test titles, UI texts or prose of a file, as `{ line, found, instead }` in their
 * order. The extension of `file` selects the format; code and string values are never searched.
 */
export function findRestricted(file, source, rules) {
  const problems = [];
  for (const passage of passagesOf(file, source)) {
    const prose = proseOf(passage);
    for (const rule of rules) {
      if (rule.only && !rule.only.includes(passage.kind)) continue;
      for (const match of prose.matchAll(rule.pattern)) {
        const line = source.slice(0, passage.start + match.index).split("\n").length;
        problems.push({ line, found: rule.phrase ?? match[0], instead: rule.insteadOf(match[0]) });
      }
    }
  }
  return problems.sort((a, b) => a.line - b.line);
}

/** Relative links of a Markdown text as `{ line, target }`; the target is relative to the file, without its anchor. */
export function relativeLinks(source) {
  return [...source.matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)(?:#[^)\s]*)?\)/g)].map((match) => ({
    line: source.slice(0, match.index).split("\n").length,
    target: decodeURI(match[1]),
  }));
}
