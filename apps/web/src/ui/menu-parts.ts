import type { Menu } from "radix-ui/internal";
import { createContext, use } from "react";

type MenuParts = Pick<
  typeof Menu,
  "Item" | "RadioGroup" | "RadioItem" | "ItemIndicator" | "Label" | "Separator"
>;

/** The primitives of menu items, provided by the lazily loaded panel. */
export const MenuPartsContext = createContext<MenuParts | null>(null);

/** Returns the primitives of the surrounding menu. Throws outside a menu. */
export function useMenuParts(): MenuParts {
  const parts = use(MenuPartsContext);
  if (parts === null) throw new Error("Menu items must be inside a Menu.");
  return parts;
}
