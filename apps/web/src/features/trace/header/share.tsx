"use client";
import { Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import type { ReactElement } from "react";
import { Button } from "../../../ui/button.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { ShareFormOnDemand } from "../shell/lazy-views.tsx";

/** A popover for sharing the run: a link for members, and public links that expire. */
export const Share = memo(function Share(): ReactElement {
  const translate = useTranslations("inspector.share");
  return (
    <Popover
      label={translate("title")}
      trigger={
        <Button variant="ghost" icon={Share2} className="phone:w-11 phone:px-0">
          <span className="phone:sr-only">{translate("verb")}</span>
        </Button>
      }
    >
      <ShareFormOnDemand />
    </Popover>
  );
});
