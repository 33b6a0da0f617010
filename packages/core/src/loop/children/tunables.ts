/** Equal calls with the same error by several runs of a tree, after which another one is denied: as many as by one run in a row. */
export const TREE_LOOP_CALLS = 5;
