import type { IncomingHttpHeaders } from "node:http";
import { type Mask, type SecretMask, secretMask } from "./mask.ts";

/**
 * In so many bytes every kind of sound has one that no text has; what hasn't is searched like text, which changes no
 * sound.
 */
const firstBytes = 32;

/** Whether an answer says that it is sound. One that says nothing may be text as well. */
export function saysSound(status: number, headers: IncomingHttpHeaders): boolean {
  return status < 300 && /^(?:audio\/|application\/octet-stream)/i.test(headers["content-type"] ?? "");
}

/** Masks a WebSocket's binary frame where it isn't sound. */
export function hideInFrame(frame: Buffer, mask: SecretMask): Buffer {
  return isNoText(frame) ? frame : mask.hide(frame);
}

/**
 * Passes what says that it is sound and begins like it, byte for byte; what begins like text is masked to its end,
 * because a header alone proves nothing.
 */
export function createSoundMask(secret: string): Mask {
  let begun = 0;
  let isSound = false;
  let mask: Mask | undefined;
  return {
    push(chunk) {
      if (isSound) return chunk;
      isSound = isNoText(chunk.subarray(0, Math.max(0, firstBytes - begun)));
      begun += chunk.length;
      if (isSound) return mask === undefined ? chunk : Buffer.concat([mask.end(), chunk]);
      mask ??= secretMask(secret).begin();
      return mask.push(chunk);
    },
    end: () => (isSound ? undefined : mask?.end()) ?? Buffer.alloc(0),
  };
}

/**
 * Whether bytes begin with sound: control characters and 0xff stand in every header, frame and silence, and in no
 * text.
 */
function isNoText(bytes: Buffer): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\0-\x08\x0e-\x1a\x1c-\x1f\xff]/.test(bytes.toString("latin1", 0, firstBytes));
}
