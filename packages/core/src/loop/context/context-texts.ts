import { renderTextTools } from "../../context/text-protocol.ts";
import type { ContextSlot } from "../../log/context-slots.ts";
import type { Tokenizer } from "../../ports/tokenizer.ts";

/** The texts from outside the log that this execution sends, by slot. */
export type ContextTexts = {
  set(slot: ContextSlot, text: string): void;
  /** Empty when nothing was loaded for the slot. */
  get(slot: ContextSlot): string;
  /** The tools described in prose, for models without native tool calling; null when there are none. */
  textTools(): { readonly text: string; readonly tokens: number } | null;
};

/** No texts yet. */
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
