"use client";
import { WifiOff } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useConnection } from "../lib/connection.ts";
import { Icon } from "./icon.tsx";

/** Says that what is on the page stands still, and why. Over the page, so that nothing moves when it comes and goes. */
export function ConnectionBanner(): ReactElement {
  const translate = useTranslations("shell");
  const connection = useConnection();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-2 z-30 flex justify-center px-4 phone:top-14"
    >
      {connection !== "live" && (
        <span className="flex animate-appear items-center gap-2 rounded-md border border-line bg-raised px-3 py-2 text-12 shadow-overlay">
          <Icon icon={WifiOff} size={14} className="text-warn" />
          {translate(connection)}
        </span>
      )}
    </div>
  );
}
