/** A key becomes part of a header: visible ASCII, so that neither a line break nor a space can hide in it. */
export const keyPattern = /^[\x21-\x7e]{1,4096}$/;
