import { createThread, type ThreadAnswer } from "../bounded/thread.ts";
import { CONVERT_TIME_LIMIT_MS, PAGE_MAX_CHARACTERS, PDF_MAX_PAGES } from "./tunables.ts";

/** A page as text. `title` is empty when it has none; `omitted` says what was left out, null for nothing. */
export type PageText = {
  readonly title: string;
  readonly text: string;
  readonly omitted: "characters" | "pages" | null;
};

/** The answer of a conversion; `failed` for content that the library cannot read. */
export type Converted = { readonly kind: "page"; readonly page: PageText } | { readonly kind: "failed" };

/** Reads foreign documents in a thread with a limit of time and memory. */
export type PageThread = {
  /** Converts HTML to Markdown, with complete links, without scripts and without what the page hides from its readers. */
  html(html: string, url: string): Promise<ThreadAnswer<Converted>>;
  /** Extracts the text of a PDF file. */
  pdf(bytes: Uint8Array): Promise<ThreadAnswer<Converted>>;
  /** Returns whether a robots.txt file lets `agent` fetch `url`. */
  robots(
    file: { readonly url: string; readonly text: string },
    url: string,
    agent: string,
  ): Promise<ThreadAnswer<boolean>>;
  close(): Promise<void>;
};

type Question =
  | { readonly kind: "html"; readonly html: string; readonly url: string; readonly maxCharacters: number }
  | {
      readonly kind: "pdf";
      readonly bytes: Uint8Array;
      readonly maxPages: number;
      readonly maxCharacters: number;
    }
  | {
      readonly kind: "robots";
      readonly file: { readonly url: string; readonly text: string };
      readonly url: string;
      readonly agent: string;
    };

const PROGRAM = `
async function answer(question) {
  if (question.kind === "robots") return robots(question);
  try {
    return { kind: "page", page: question.kind === "html" ? html(question) : await pdf(question) };
  } catch {
    return { kind: "failed" };
  }
}

function robots({ file, url, agent }) {
  return load("robots-parser")(file.url, file.text).isAllowed(url, agent) !== false;
}

const LEFT_OUT = "script, style, noscript, template, iframe, frame, object, embed, svg, canvas, audio, video, dialog, " +
  "button, input, select, textarea, [hidden], [aria-hidden=true]";

// Its lists cannot be iterated.
function all(root, selector) {
  return Array.from(root.querySelectorAll(selector));
}

function html({ html, url, maxCharacters }) {
  const Turndown = load("turndown");
  const { gfm } = load("@joplin/turndown-plugin-gfm");
  const document = load("@mixmark-io/domino").createDocument(html);
  const title = clean(document.title);
  const base = complete(document.querySelector("base[href]")?.getAttribute("href"), url) ?? url;
  for (const element of all(document, LEFT_OUT)) element.remove();
  for (const element of all(document, "[style]"))
    if (/display\\s*:\\s*none|visibility\\s*:\\s*hidden/i.test(element.getAttribute("style"))) element.remove();
  for (const link of all(document, "a[href]")) {
    const target = complete(link.getAttribute("href"), base, ["http:", "https:", "mailto:"]);
    if (target === null) link.removeAttribute("href");
    else link.setAttribute("href", target);
    link.removeAttribute("title");
  }
  for (const image of all(document, "img")) {
    const source = complete(image.getAttribute("src"), base);
    const alternative = clean(image.getAttribute("alt") ?? "");
    if (source === null || alternative === "") image.remove();
    else image.setAttribute("src", source);
  }
  const converter = new Turndown({ headingStyle: "atx", codeBlockStyle: "fenced", bulletListMarker: "-", hr: "---" });
  converter.use(gfm);
  const text = converter.turndown(mainPart(document)).trim();
  return cut(title, text, maxCharacters);
}

// The part that the page itself names as its content, unless that is next to nothing.
function mainPart(document) {
  const { body } = document;
  const length = (element) => element.textContent.trim().length;
  for (const selector of ["main", "[role=main]", "article"]) {
    const [element, second] = all(document, selector);
    if (element !== undefined && second === undefined && length(element) * 5 > length(body)) return element;
  }
  for (const element of all(body, "nav")) element.remove();
  return body;
}

function complete(address, base, schemes = ["http:", "https:"]) {
  if (address === null || address === undefined) return null;
  try {
    const url = new URL(address, base);
    return schemes.includes(url.protocol) && url.username === "" && url.password === "" ? url.href : null;
  } catch {
    return null;
  }
}

async function pdf({ bytes, maxPages, maxCharacters }) {
  const { getDocumentProxy } = load("unpdf");
  const document = await getDocumentProxy(bytes, { verbosity: 0, isEvalSupported: false });
  const count = Math.min(document.numPages, maxPages);
  const pages = [];
  let characters = 0;
  for (let number = 1; number <= count && characters <= maxCharacters; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const text = items.map((item) => (item.str ?? "") + (item.hasEOL ? "\\n" : "")).join("").trim();
    pages.push("## Page " + number + "\\n\\n" + text);
    characters += text.length;
  }
  const { info } = await document.getMetadata();
  const page = cut(clean(typeof info?.Title === "string" ? info.Title : ""), pages.join("\\n\\n"), maxCharacters);
  return page.omitted === null && pages.length < document.numPages ? { ...page, omitted: "pages" } : page;
}

function clean(text) {
  return text.replace(/\\s+/g, " ").trim().slice(0, 300);
}

function cut(title, text, maxCharacters) {
  const isLong = text.length > maxCharacters;
  return { title, text: isLong ? text.slice(0, maxCharacters) : text, omitted: isLong ? "characters" : null };
}
`;

/** Creates the thread; it starts with the first question. Close it when done. */
export function createPageThread(options: {
  /** The workspace that reads. */
  readonly owner: string;
  readonly signal: AbortSignal;
  /** Time for one document in milliseconds. @default CONVERT_TIME_LIMIT_MS */
  readonly timeLimitMs?: number | undefined;
}): PageThread {
  const { timeLimitMs = CONVERT_TIME_LIMIT_MS } = options;
  const packages = [
    ...["robots-parser", "turndown", "@joplin/turndown-plugin-gfm"],
    ...["@mixmark-io/domino", "unpdf"],
  ];
  const setUp = { ...options, timeLimitMs, program: PROGRAM, packages };
  const documents = createThread<Question, Converted>(setUp);
  const rules = createThread<Question, boolean>(setUp);
  const maxCharacters = PAGE_MAX_CHARACTERS;
  return {
    html: async (html, url) => await documents.ask({ kind: "html", html, url, maxCharacters }),
    pdf: async (bytes) => await documents.ask({ kind: "pdf", bytes, maxPages: PDF_MAX_PAGES, maxCharacters }),
    robots: async (file, url, agent) => await rules.ask({ kind: "robots", file, url, agent }),
    close: async () => {
      await Promise.all([documents.close(), rules.close()]);
    },
  };
}
