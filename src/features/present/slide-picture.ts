import { longestPicture } from "../../core/programme/programme-item.ts";

/** The largest side of a slide's picture, in pixels: a projector shows no more. */
const largestSide = 1_920;
const qualities = [0.85, 0.6];

/**
 * Makes a file that the browser shows as a picture a part of the slide: as an address that holds it, no larger than a
 * projector. Undefined where the browser can't read it, or it stays too large.
 */
export async function pictureOf(file: Blob): Promise<string | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (picture === undefined) return undefined;
  const factor = Math.min(1, largestSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * factor));
  canvas.height = Math.max(1, Math.round(picture.height * factor));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  // A browser that makes no WebP answers with a PNG, which keeps what is transparent, too.
  return qualities
    .map((quality) => canvas.toDataURL("image/webp", quality))
    .find(({ length }) => length <= longestPicture);
}
