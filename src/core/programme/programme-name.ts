/** What a programme's file is called, at the top of the file with its takes. */
export const programmeName = "programme.json";
