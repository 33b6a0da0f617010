/** The widths of the panels beside the main panel, in pixels. */
export const TREE_WIDTH = { initial: 232, minimum: 176, maximum: 480 };
export const INSPECTOR_WIDTH = { initial: 352, minimum: 320, maximum: 720 };
