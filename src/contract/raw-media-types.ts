/**
 * What headerless samples may be called, as patterns of what follows `audio/`. The document names no type for them
 * (section 4). `either` says no codec: the samples are in whichever was asked for. Samples called L16 are read as
 * little-endian, as the codec `pcm_s16le` is, although RFC 2586 has them big-endian: speech services that send that
 * name send little-endian ones.
 */
export const rawSubtypes = {
  either: "(?:x-)?(?:pcm|raw)",
  pcm_s16le: "(?:x-)?[lL]16",
  pcm_mulaw: "(?:x-)?mulaw|pcmu|basic",
} as const;
type RawCodecName = Exclude<keyof typeof rawSubtypes, "either">;

/**
 * The codec of headerless samples under a media type in lower case, without parameters, where `asked` was asked for;
 * undefined where the type is another's.
 */
export function rawCodecOf(mediaType: string, asked: RawCodecName | undefined): RawCodecName | undefined {
  const isOf = (name: keyof typeof rawSubtypes) => new RegExp(`^audio/(?:${rawSubtypes[name]})$`).test(mediaType);
  if (isOf("either")) return asked ?? "pcm_s16le";
  if (isOf("pcm_s16le")) return "pcm_s16le";
  return isOf("pcm_mulaw") ? "pcm_mulaw" : undefined;
}
