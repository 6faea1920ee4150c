import { routes } from "../src/contract/routes.ts";
import { startFakeService } from "../src/http/fake-service.fixture.ts";
import { json } from "./spec-fake/answer.ts";
import { sing } from "./spec-fake/sound.ts";

/** A speech service whose model list is what a test says: for what the embedded one never answers. */
export interface FakeUpstream {
  /** For SPEECH_BASE_URL. */
  readonly address: string;
  /** What `GET /v1/models` answers; a test may change it at any time. */
  models: { status: number; body: unknown };
  /** The bodies of the speech requests that came. */
  readonly spoken: Record<string, unknown>[];
  stop(): Promise<void>;
}

/** A model list of `ids`, as section 2.7 of the interface document shapes it. */
export function listOf(...ids: readonly string[]): FakeUpstream["models"] {
  return { status: 200, body: { object: "list", data: ids.map((id) => ({ id, object: "model" })) } };
}

/** Starts it on loopback; speech is a tone as a WAV file. `port` 0 takes a free one. */
export async function startFakeUpstream(models: FakeUpstream["models"], port = 0): Promise<FakeUpstream> {
  const spoken: Record<string, unknown>[] = [];
  const answerOf = async (method: string, url: string, body: string) => {
    if (url === routes.models.path) return json(fake.models.status, fake.models.body);
    if (method !== "POST" || url !== routes.speech.path) return json(404, { error: { message: "No such route." } });
    spoken.push(JSON.parse(body));
    const { bytes, mediaType } = await sing("One two three.", "wav", 8_000);
    return { status: 200, headers: { "content-type": mediaType }, body: bytes };
  };
  const { url, close } = await startFakeService(
    {
      async answer({ method, url, body }, response) {
        const { status, headers, body: sent } = await answerOf(method, url, body.toString());
        response.writeHead(status, headers).end(sent);
      },
    },
    port,
  );
  const fake: FakeUpstream = { address: url, models, spoken, stop: close };
  return fake;
}
