/**
 * The largest request body in bytes: 500,000 characters (section 8) that are each escaped as `\ud83d\ude00` are 6 MB.
 */
export const largestBody = 8 * 1024 * 1024;

/**
 * What the JSON of a request may hold. An honest body has a handful of fields and one long text; one that is small but
 * deep, or holds many values, costs whoever parses it a thousand times what it cost its sender.
 */
export const jsonBounds = {
  /** Objects and arrays inside each other. */
  depth: 64,
  /** Keys and array elements together, at every depth. */
  values: 10_000,
} as const;

/** What both programs say to JSON beyond these bounds, with 400. */
export const jsonBoundsRefusal = {
  code: "json_too_complex",
  message:
    `The body's JSON may be nested at most ${jsonBounds.depth} levels deep ` +
    `and hold at most ${jsonBounds.values} keys and array elements. Send fewer.`,
} as const;

/** Measures JSON while it arrives. */
interface JsonMeter {
  /**
   * Reads the next bytes of a UTF-8 text; false from the moment when the bounds are broken. Nothing else is judged: in
   * what isn't JSON, everything before the first error is measured as JSON, which is as far as a parser gets.
   */
  read(bytes: Uint8Array): boolean;
}

const quote = 0x22;
const comma = 0x2c;
const openArray = 0x5b;
const backslash = 0x5c;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** A meter for one text. It looks at each byte once and keeps none of them. */
export function createJsonMeter(): JsonMeter {
  const state = { depth: 0, values: 0, inString: false, escaped: false };
  return {
    read(bytes) {
      // Variables of the function's own, because this is done for every byte of every body.
      let { depth, values, inString, escaped } = state;
      const { length } = bytes;
      let index = 0;
      while (index < length && depth <= jsonBounds.depth) {
        const byte = bytes[index++];
        if (escaped) {
          escaped = false;
        } else if (inString) {
          if (byte === quote) inString = false;
          else if (byte === backslash) escaped = true;
          else while (index < length && bytes[index] !== quote && bytes[index] !== backslash) index++;
        } else if (byte === quote) {
          inString = true;
        } else if (byte === comma) {
          values++;
        } else if (byte === openObject || byte === openArray) {
          depth++;
          // No comma stands before the first of its values.
          values++;
        } else if (byte === closeObject || byte === closeArray) {
          depth--;
        }
      }
      Object.assign(state, { depth, values, inString, escaped });
      return depth <= jsonBounds.depth && values <= jsonBounds.values;
    },
  };
}
