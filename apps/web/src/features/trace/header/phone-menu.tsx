"use client";
import { Download, Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";

export type PhoneMenuProps = { readonly onExport: () => void };

/** The actions that do not fit into the header on a phone. */
export function PhoneMenu({ onExport }: PhoneMenuProps): ReactElement {
  const translate = useTranslations("trace.header");
  const common = useTranslations("common");
  return (
    <span className="hidden phone:block">
      <Menu trigger={<IconButton label={common("more")} icon={Ellipsis} />}>
        <MenuItem icon={Download} onSelect={onExport}>
          {translate("export")}
        </MenuItem>
      </Menu>
    </span>
  );
}
