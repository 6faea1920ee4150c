/** The id of the place inside of the board where its menus float, so that they belong to its landmark. */
export const floatsId = "board-floats";
