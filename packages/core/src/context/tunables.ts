/**
 * Share of the usable window for the definitions of tools. In short, at 8k that is what files, commands, plan and recall take, and at 16k all built-in
 * tools; whole, they fit from about 29k on. More would leave a small window no room for work.
 */
export const TOOLS_WINDOW_SHARE = 0.25;
/**
 * Share of that for tools that are not needed most, once not all fit whole: in a window that small, the room serves the work better than a few more
 * definitions, and `use_tool` calls every tool.
 */
export const REDUCED_TOOLS_SHARE = 0.8;
/** Share of that for the names of tools without a definition: some forty names at 8k. More are found by words. */
export const NAMED_TOOLS_SHARE = 0.2;
