import type { ToolContext, ToolResult } from "@goaltrace/core";
import { contentBlob } from "../files/content-blob.ts";
import { imageType } from "../files/image-type.ts";

/** A file that a server returned. */
export type ContentBlob = {
  readonly bytes: Buffer;
  readonly mediaType: string;
  readonly isImage: boolean;
  readonly name: string;
};

/** Stores the files of a result and returns them as parts of it. One with a known secret, and an image that is none, are left out. */
export async function storeFiles(
  context: Pick<ToolContext, "blobs" | "scope" | "containsSecret">,
  files: readonly ContentBlob[],
): Promise<NonNullable<ToolResult["parts"]>> {
  const parts: NonNullable<ToolResult["parts"]>[number][] = [];
  for (const { bytes, mediaType, isImage, name } of files) {
    if (context.containsSecret(bytes.toString("latin1"))) continue;
    const seen = isImage ? imageType(bytes) : undefined;
    const blob = contentBlob(bytes, seen ?? mediaType);
    await context.blobs.put(context.scope, blob);
    parts.push(
      seen === undefined
        ? { type: "file", name, mediaType, blob: blob.sha256 }
        : { type: "image", mediaType: seen, blob: blob.sha256 },
    );
  }
  return parts;
}
