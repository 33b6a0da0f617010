/** Dimensions of the graph in pixels at 100 %, from the debugger's design; x and y of boxes are their top left corners. */
export const CARD_WIDTH = 148;
export const CARD_HEIGHT = 68;
/** Gap between two cards, for the chip of the edge. */
export const COLUMN_GAP = 124;
export const COLUMN_PITCH = CARD_WIDTH + COLUMN_GAP;
export const LANE_PITCH = 104;
/** Top of the first lane's cards, below ruler and label. */
export const FIRST_LANE_Y = 62;
export const LEFT_MARGIN = COLUMN_GAP + 16;
/** One line of an open edge: a turn, a call or a count of hidden lines. */
export const OPEN_LINE_HEIGHT = 24;
export const OPEN_PADDING = 16;
/** An open edge hangs below its card, from its chip to the right. */
export const OPEN_WIDTH = 520;
/** One line of an open stack. */
export const STACK_LINE_HEIGHT = 28;
/** Members that an open stack shows inline; the rest is a count. */
export const STACK_LINE_LIMIT = 12;
/** Distance from the card at which a wire turns toward its target. */
export const WIRE_STUB = 12;
/** Distance above a lane's cards at which wires bypass other cards. */
export const WIRE_CHANNEL = 10;
/** Offset at which a wire that bypassed cards comes down again: right of the end sign of an abandoned card. */
export const WIRE_RETURN = 26;
