const OPENING = "<think>";
const CLOSING = "</think>";

/** A piece of an answer's content: reasoning inside the tags, text after them. */
type Part = { readonly channel: "text" | "reasoning"; readonly text: string };

/** Separates the reasoning that some servers leave in the content, between `<think>` at its beginning and `</think>`. */
export type ThinkingSplitter = {
  push(piece: string): readonly Part[];
  /** Returns the text that was withheld because it could have become a tag. */
  end(): readonly Part[];
};

/** Creates a splitter for one answer. Tags anywhere else are text, because an answer may be about them. */
export function createThinkingSplitter(): ThinkingSplitter {
  let state: "start" | "thinking" | "thought" | "text" = "start";
  let withheld = "";
  const asText = (text: string): readonly Part[] => (text === "" ? [] : [{ channel: "text", text }]);
  const splitStart = (content: string): readonly Part[] => {
    const begun = content.trimStart();
    if (begun.startsWith(OPENING)) {
      state = "thinking";
      return splitThinking(begun.slice(OPENING.length));
    }
    if (OPENING.startsWith(begun)) {
      withheld = content;
      return [];
    }
    state = "text";
    return asText(content);
  };
  const splitThinking = (content: string): readonly Part[] => {
    const end = content.indexOf(CLOSING);
    if (end === -1) {
      const length = pendingTagLength(content);
      withheld = content.slice(content.length - length);
      return asReasoning(content.slice(0, content.length - length));
    }
    state = "thought";
    return [...asReasoning(content.slice(0, end)), ...skipBlank(content.slice(end + CLOSING.length))];
  };
  /** The blank lines between the tag and the answer belong to neither. */
  const skipBlank = (content: string): readonly Part[] => {
    const text = content.trimStart();
    if (text !== "") state = "text";
    return asText(text);
  };
  const asReasoning = (text: string): readonly Part[] =>
    text === "" ? [] : [{ channel: "reasoning", text }];
  return {
    push(piece) {
      if (piece === "") return [];
      const content = withheld + piece;
      withheld = "";
      switch (state) {
        case "start":
          return splitStart(content);
        case "thinking":
          return splitThinking(content);
        case "thought":
          return skipBlank(content);
        case "text":
          return asText(content);
      }
    },
    end() {
      const rest = withheld;
      withheld = "";
      return state === "thinking" ? asReasoning(rest) : asText(rest);
    },
  };
}

/** Returns the length of the longest end of `text` that begins the closing tag. */
function pendingTagLength(text: string): number {
  for (let length = Math.min(CLOSING.length - 1, text.length); length > 0; length -= 1)
    if (CLOSING.startsWith(text.slice(text.length - length))) return length;
  return 0;
}
