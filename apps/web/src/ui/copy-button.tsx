"use client";
import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { IconButton } from "./icon-button.tsx";
import { useToast } from "./toast.tsx";

export type CopyButtonProps = {
  readonly text: string;
  /** For example "Copy the trace id". Defaults to "Copy". */
  readonly label?: string;
  readonly size?: "normal" | "small";
  readonly className?: string;
};

const FEEDBACK_MS = 1_500;

/** Copies a text and confirms it in place. */
export function CopyButton({ text, label, size = "small", className }: CopyButtonProps): ReactElement {
  const translate = useTranslations("common");
  const showToast = useToast();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => {
      setCopied(false);
    }, FEEDBACK_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [copied]);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      showToast({ text: translate("copyFailed") });
    }
  };

  return (
    <>
      <IconButton
        label={copied ? translate("copied") : (label ?? translate("copy"))}
        icon={copied ? Check : Copy}
        size={size}
        className={className}
        onClick={() => void copy()}
      />
      <span role="status" className="sr-only">
        {copied ? translate("copied") : null}
      </span>
    </>
  );
}
