import type { ProfileFile } from "@goaltrace/core/ports";

/** Texts of the owner's profile files, oldest version first. */
export const profiles: readonly (readonly [file: ProfileFile, texts: readonly string[]])[] = [
  [
    "user",
    [
      "# About me\n\nMira, leads checkout.\n\n# How I work\n\n- Numbers with units before a decision\n- Answers in the language of my question\n",
      "# About me\n\nMira, leads checkout and the orders service.\n\n# How I work\n\n- Numbers with units before a decision\n- Answers in the language of my question\n- Reviews before noon, releases on Tuesdays\n",
    ],
  ],
  [
    "memory",
    [
      "# Open questions\n\n- Where does the discount limit come from once the settings service is there?\n\n# Working notes\n\n- The nightly export runs at 02:00 UTC\n- Orders of region 7 arrive by mail, not by file\n",
    ],
  ],
];

/** The notes of the last two days, newest first. */
export const days: readonly string[] = [
  "- Found why the nightly totals were off: rounding before the sum\n- Sent three agents through the regions; the totals of 2019 were not found\n",
  "- Stopped the rename of customers, because the data must not change\n",
];
