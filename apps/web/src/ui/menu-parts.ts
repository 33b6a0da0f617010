import type { Menu } from "radix-ui/internal";
import { createContext, use } from "react";

type MenuParts = Pick<
  typeof Menu,
  "Item" | "RadioGroup" | "RadioItem" | "ItemIndicator" | "Label" | "Separator"
>;

/** What the inside of a menu is made of; comes with the code of the open menu. */
export const MenuPartsContext = createContext<MenuParts | null>(null);

/** Errors: outside of a menu. */
export function useMenuParts(): MenuParts {
  const parts = use(MenuPartsContext);
  if (parts === null) throw new Error("Parts of a menu need a Menu around them");
  return parts;
}
