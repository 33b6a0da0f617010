"use client";
import type { ContentPart } from "@goaltrace/core/log";
import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Markdown } from "../../../ui/markdown.tsx";
import { useRun } from "../state/debugger-provider.tsx";
import { Loaded } from "./loaded.tsx";

/** One part of a message: text as Markdown, an image, or the name of a file. */
export function PartView({ part }: { readonly part: ContentPart }): ReactElement {
  switch (part.type) {
    case "text":
      return <Markdown text={part.text} size="interface" />;
    case "image":
      return <ImageView part={part} />;
    case "file":
      return (
        <p className="flex min-h-7 items-center gap-2 text-12 text-ink-2">
          <Icon icon={FileText} size={14} />
          <code className="min-w-0 truncate font-mono text-11 text-ink">{part.name}</code>
          {part.mediaType}
        </p>
      );
  }
}

function ImageView({ part }: { readonly part: Extract<ContentPart, { type: "image" }> }): ReactElement {
  const translate = useTranslations("inspector.entry");
  const api = useTRPC();
  const { workspace } = useRun();
  const image = useQuery(
    api.traceInspect.image.queryOptions({ workspace, sha256: part.blob }, { staleTime: Infinity }),
  );
  return (
    <Loaded query={image} rows={4}>
      {({ base64 }) => (
        // The Next.js image component would fetch and resize on the server, but this image is already loaded.
        <img
          src={`data:${part.mediaType};base64,${base64}`}
          alt={translate("image", { type: part.mediaType })}
          className="my-1 max-h-120 max-w-full rounded-md border border-line"
        />
      )}
    </Loaded>
  );
}
