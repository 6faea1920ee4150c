import type { FastifyInstance } from "fastify";
import { type Heard, hearing, hearingLanguage, hearingRoutes } from "../../contract/hearing.ts";
import { ModelFailedError } from "../engines/natural-voices.ts";
import { kindOf } from "../engines/neural/model.ts";
import { queryOf } from "../query.ts";
import type { Recogniser } from "../recognition/recogniser.ts";
import { decodeWav, isWav } from "../reference/decode-wav.ts";
import type { Recording } from "../reference/recording.ts";
import { ReferenceUnusableError } from "../reference/unusable.ts";
import { Refusal } from "../refusal.ts";
import { synthesisRefusal } from "../synthesis-refusal.ts";
import { catalogue } from "../voices/catalogue.ts";
import { clientSignal } from "./client-signal.ts";

export interface HearingTools {
  /** What recognises speech now, in a language where one is named; nothing does when absent. */
  readonly recogniser?: ((language?: string) => Recogniser | undefined) | undefined;
  /** Aborts when answers are cut because the service stops. */
  readonly cut: AbortSignal;
}

/** Registers what writes down what is said in a sound: in a scope of its own, since no other route takes sound. */
export function registerHearing(app: FastifyInstance, { recogniser, cut }: HearingTools): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(hearing.mediaType, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.addContentTypeParser("*", (_request, _payload, done) =>
      done(new Refusal(415, "unsupported_media_type", `Send the sound as ${hearing.mediaType}.`)),
    );
    scope.post(hearingRoutes.service.path, async (request, reply): Promise<Heard> => {
      const { language } = queryOf(request);
      if (language !== undefined && !(typeof language === "string" && hearingLanguage.test(language))) {
        const message = "language is wrong: name it by two or three small letters, such as en, or leave it out.";
        throw new Refusal(400, "invalid_request", message, { param: "language" });
      }
      const found = recogniser?.(language);
      if (found === undefined) throw nothingHears(language);
      const { samples, sampleRate } = soundIn(request.body);
      const recognising = found.recognise(samples, sampleRate, clientSignal(request, reply, cut));
      const text = await recognising.catch((error: unknown) => {
        if (!(error instanceof ModelFailedError)) throw error;
        request.log.error({ err: error }, "a recogniser failed");
        throw synthesisRefusal(error, "");
      });
      reply.header("cache-control", "no-store");
      return { text, recogniser: found.name };
    });
  });
}

/** @throws Refusal 400 for what is no sound, or longer than what is listened to. */
function soundIn(body: unknown): Recording {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  try {
    if (!isWav(bytes)) throw new ReferenceUnusableError("not_audio");
    const sound = decodeWav(bytes, hearing.longest + 1);
    if (sound.samples.length <= hearing.longest * sound.sampleRate) return sound;
  } catch (error) {
    if (!(error instanceof ReferenceUnusableError)) throw error;
    throw new Refusal(400, "not_audio", "The body is no WAV file that can be read.");
  }
  throw new Refusal(400, "too_long", `The sound may last ${hearing.longest} seconds at most.`);
}

function nothingHears(language: string | undefined): Refusal {
  const names = catalogue.filter(({ family }) => kindOf(family) === "recognition").map(({ name }) => name);
  const of = language === undefined ? "" : ` that knows ${language}`;
  const message = `No recogniser of speech${of} is installed: npm run voices -- add ${names.join(" or ")} brings one.`;
  return new Refusal(404, "recogniser_not_found", message);
}
