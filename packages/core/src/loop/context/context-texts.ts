import { renderTextTools } from "../../context/text-protocol.ts";
import type { ContextSlot } from "../../log/context-slots.ts";
import type { Tokenizer } from "../../ports/tokenizer.ts";

/** The context texts that this execution sends, by slot. They come from outside the log. */
export type ContextTexts = {
  set(slot: ContextSlot, text: string): void;
  /** Empty if nothing was loaded for the slot. */
  get(slot: ContextSlot): string;
  /** The tools described as text, for models without native tool calling; null if there are no tools. */
  textTools(): { readonly text: string; readonly tokens: number } | null;
};

/** Creates an empty set of context texts. */
export function createContextTexts(tokenizer: Tokenizer): ContextTexts {
  const texts = new Map<ContextSlot, string>();
  let textTools: { readonly text: string; readonly tokens: number } | null = null;
  const get = (slot: ContextSlot): string => texts.get(slot) ?? "";
  return {
    get,
    set: (slot, text) => {
      texts.set(slot, text);
      if (slot === "tools") textTools = null;
    },
    textTools: () => {
      if (get("tools") === "") return null;
      if (textTools === null) {
        const text = renderTextTools(get("tools"));
        textTools = { text, tokens: tokenizer.count(text) };
      }
      return textTools;
    },
  };
}
