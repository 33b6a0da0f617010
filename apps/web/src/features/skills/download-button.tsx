"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFailureText } from "../../lib/use-failure-text.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";

/** The end of the name of an archive without all of the files. */
const INCOMPLETE = "-incomplete";

type DownloadButtonProps = { readonly workspace: string; readonly id: string };

/** Saves a skill with all of its files as a zip archive, which Upload accepts unchanged. Says when files are missing from it. */
export function DownloadButton({ workspace, id }: DownloadButtonProps): ReactElement {
  const translate = useTranslations("skills");
  const failureText = useFailureText();
  const api = useTRPC();
  const queries = useQueryClient();
  const archive = useMutation({
    mutationFn: async () =>
      await queries.fetchQuery(
        api.skills.archive.queryOptions({ workspace, id }, { gcTime: 0, staleTime: 0 }),
      ),
    onSuccess: ({ name, content, isWhole }) => {
      const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
      saveAs(new Blob([bytes], { type: "application/zip" }), `${name}${isWhole ? "" : INCOMPLETE}.zip`);
    },
  });
  return (
    <>
      {archive.isError && (
        <span role="alert" className="order-last basis-full text-right text-12 text-error">
          {failureText(archive.error, "load").message}
        </span>
      )}
      {archive.data?.isWhole === false && (
        <span role="status" className="order-last basis-full text-right text-12 text-warn">
          {translate("downloadPart")}
        </span>
      )}
      <Button
        variant="ghost"
        icon={Download}
        disabled={archive.isPending}
        onClick={() => {
          archive.mutate();
        }}
      >
        {translate("download")}
      </Button>
    </>
  );
}

/** Hands a file to the browser. */
function saveAs(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
