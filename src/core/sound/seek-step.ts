/** How far one press goes back or on, in seconds, where the system doesn't say. */
export const seekStep = 5;
