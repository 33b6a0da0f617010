/** Characters of one page of a long text, as the server returns it. */
export const TEXT_PAGE = 100_000;
