"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Upload, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../lib/use-format.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useToast } from "../../ui/toast.tsx";
import { uploadTraces } from "./upload-traces.ts";

type State =
  | { readonly kind: "idle" }
  | { readonly kind: "sending"; readonly share: number; readonly cancel: () => void }
  | { readonly kind: "failed"; readonly message: string };

/** Imports traces from an exported file. Shows progress, can be canceled, and reports problems with the file. */
export function ImportButton({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("traces.import");
  const api = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const format = useFormat();
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<State>({ kind: "idle" });

  const start = (file: File): void => {
    const upload = uploadTraces(workspace, file, (share) => {
      setState({ kind: "sending", share, cancel: upload.cancel });
    });
    setState({ kind: "sending", share: 0, cancel: upload.cancel });
    void upload.done.then((outcome) => {
      if (outcome.kind === "failed") {
        setState({ kind: "failed", message: outcome.message ?? translate("lost") });
        return;
      }
      setState({ kind: "idle" });
      if (outcome.kind === "cancelled") return;
      void queryClient.invalidateQueries({ queryKey: api.traces.pathKey() });
      showToast({ text: translate("done", { count: outcome.count }) });
    });
  };

  return (
    <>
      {state.kind === "sending" && (
        <span role="status" className="flex items-center gap-1 text-12 text-ink-2">
          {state.share < 1
            ? translate("sending", { share: format.share(state.share) })
            : translate("checking")}
          <IconButton label={translate("cancel")} icon={X} size="small" onClick={state.cancel} />
        </span>
      )}
      {state.kind === "failed" && (
        <span role="alert" className="flex max-w-100 items-center gap-1 text-12 text-error phone:max-w-50">
          <span className="line-clamp-2">{state.message}</span>
          <IconButton
            label={translate("dismiss")}
            icon={X}
            size="small"
            onClick={() => {
              setState({ kind: "idle" });
            }}
          />
        </span>
      )}
      <input
        ref={field}
        type="file"
        accept=".jsonl,application/x-ndjson"
        hidden
        aria-label={translate("file")}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) start(file);
        }}
      />
      <Button
        variant="ghost"
        icon={Upload}
        disabled={state.kind === "sending"}
        onClick={() => {
          field.current?.click();
        }}
      >
        {translate("button")}
      </Button>
    </>
  );
}
