import { renderItem } from "../context/assemble.ts";
import { renderHead, type RenderOptions } from "../context/render-message.ts";
import { parseJson } from "../parse-json.ts";
import type { ReplayStep } from "./replay-transcript.ts";

/** Returns the messages of the request that a model would get at this point, in OpenAI's format: instructions, summary, history, tail. */
export function shownMessages({ instructions, view, blobs, tail }: ReplayStep): readonly unknown[] {
  const options: RenderOptions = { sendReasoning: false, blobText: (sha256) => blobs.get(sha256) };
  const { head, items } = view;
  return [
    ...(instructions === "" ? [] : [{ role: "system", content: instructions }]),
    ...(head === null
      ? []
      : [parseJson(renderHead([head.markerBlob, head.attachmentsBlob, head.summaryBlob], options))]),
    ...items.map((item) => parseJson(renderItem(item, options))),
    ...(tail === null ? [] : [{ role: "user", content: tail }]),
  ];
}
