import { Search } from "lucide-react";
import { commandGroup } from "../../lib/commands/command.ts";

/** The actions of the palette that its command calls. */
type PaletteCommands = { readonly toggle: () => void };

export const PALETTE_COMMANDS = [
  commandGroup<PaletteCommands>()({
    title: (t) => t("shell.keys.everywhere"),
    kind: "workspace",
    scope: "anywhere",
    commands: [
      {
        id: "palette.toggle",
        label: (t) => t("shell.palette.title"),
        icon: Search,
        keys: ["Mod+k"],
        run: (palette) => {
          palette.toggle();
        },
      },
    ],
  }),
];
