import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { sampleSentences } from "../../contract/sample-sentences.ts";
import { letterSeconds, startFakeSpeechServer } from "../engines/remote/speech-server.fixture.ts";
import { SpeechServer } from "../engines/remote/speech-server.ts";
import { medianFundamental, rootMeanSquare } from "./fundamental-frequency.fixture.ts";
import { NaturalVoices } from "./natural-voices.ts";
import { soundingStretches } from "./signal/sounding.ts";
import { builtWorker, type Spoken, speakAll, utteranceOf, voiceNamed } from "./speaking.fixture.ts";
import { createSynthesizer, type Synthesizer, type Utterance } from "./synthesizer.ts";

const text = "The quick brown fox jumps over the lazy dog, and then it sleeps. Nobody wakes it before noon!";
const logger = { warn: () => undefined };

async function speaking(level = 0.3, now?: () => number) {
  const server = await startFakeSpeechServer({ level });
  const engine = new SpeechServer({ url: server.url, model: "kokoro", sampleRate: 24_000 }, logger);
  await engine.start();
  const synthesizer = await createSynthesizer({
    workerFile: builtWorker,
    threads: 1,
    natural: new NaturalVoices([engine], undefined, now),
  });
  const close = async (): Promise<void> => {
    await synthesizer.close();
    await server.close();
  };
  return { server, synthesizer, close };
}

const natural = { model: "kokoro", speaker: "af_heart" };
const english: Utterance["voice"] = { ...voiceNamed("en-US-AriaNeural"), natural };
const chinese: Utterance["voice"] = { ...voiceNamed("zh-CN-XiaoxiaoNeural"), natural };

/** In dB below full scale, while something sounds. */
function levelOf({ samples }: Spoken): number {
  const sounding = soundingStretches(samples, 22_050).map(({ from, to }) =>
    samples.subarray(Math.round(from * 22_050), Math.round(to * 22_050)),
  );
  return 20 * Math.log10(rootMeanSquare(Float32Array.from(sounding.flatMap((stretch) => [...stretch]))));
}

describe("a voice of a speech server", () => {
  let synthesizer: Synthesizer;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ synthesizer, close } = await speaking());
  });
  afterAll(() => close());
  const speak = (changes: Partial<Utterance> = {}) => speakAll(synthesizer, { text, voice: english, ...changes });

  it("is as fast as asked for, within 3 %", async () => {
    const { durationSeconds: usual } = await speak();
    for (const speed of [0.5, 0.9, 1.3, 2, 4]) {
      const { durationSeconds } = await speak({ speed });
      expect(Math.abs((durationSeconds * speed) / usual - 1)).toBeLessThan(0.03);
    }
  });

  it("has the pitch that is asked for, within 4 %", async () => {
    for (const pitch of [
      { multiplier: 1, offset: 0 },
      { multiplier: 1, offset: 60 },
      { multiplier: 0.6, offset: 0 },
    ]) {
      const { samples } = await speak({ pitch });
      expect(Math.abs(medianFundamental(samples, 22_050) / (220 * pitch.multiplier + pitch.offset) - 1)).toBeLessThan(
        0.04,
      );
    }
  });

  it("is as loud as asked for, within 0.5 dB", async () => {
    const usual = levelOf(await speak());
    for (const volume of [0.1, 0.5, 2]) {
      expect(Math.abs(levelOf(await speak({ volume })) - usual - 20 * Math.log10(volume))).toBeLessThan(0.5);
    }
  });

  it.each([
    ["English", english, text],
    ["Chinese", chinese, "今天天气很好，明天下大雨。北京上海都是大城市，人口很多！"],
    ["Chinese with light syllables", chinese, "我们一起去市场买菜。他们的朋友们都来了，孩子们很高兴！"],
    ["Chinese that begins and ends with them", chinese, "妈妈和爸爸在家里等着我们。你们喜欢什么音乐呢？"],
    ["Chinese without a pause for long", chinese, "老师告诉我们这个星期六学生们要去看望他们的爷爷奶奶和朋友们。"],
  ])("tells when each word is heard, within 80 ms: %s", async (_, voice, spoken) => {
    const { words, samples } = await speak({ text: spoken, voice });
    const heard = soundingStretches(samples, 22_050);
    // Each sign sounds as long as the others; silence lies between words, in Chinese between clauses.
    let [stretch, into] = [0, 0];
    expect(words.length).toBeGreaterThan(8);
    for (const { word, start, end } of words) {
      const length = Array.from(word).length * letterSeconds * (voice === chinese ? 2 : 1);
      const { from = 0, to = 0 } = heard[stretch] ?? {};
      expect(Math.abs(start - from - into), word).toBeLessThan(0.08);
      expect(Math.abs(end - from - into - length), word).toBeLessThan(0.08);
      into += length;
      if (from + into > to - 0.04) [stretch, into] = [stretch + 1, 0];
    }
    expect(stretch).toBe(heard.length);
  });
});

describe("voices of models of any loudness", () => {
  it.each([0.02, 0.1, 0.9])("are as loud as those of eSpeak NG, from the first sentence on: at %d", async (level) => {
    const { synthesizer, close } = await speaking(level);
    onTestFinished(close);
    const levels: number[] = [];
    for (const name of ["en-US-AriaNeural", "en-GB-RyanNeural", "de-DE-AmalaNeural", "zh-CN-YunxiNeural"]) {
      const said = { text: sampleSentences[name.slice(0, 2)] ?? "", voice: voiceNamed(name) };
      levels.push(levelOf(await speakAll(synthesizer, said)));
    }
    const usual = levels.reduce((sum, each) => sum + each, 0) / levels.length;
    for (let run = 0; run < 2; run++) {
      const spoken = await speakAll(synthesizer, { text, voice: english });
      expect(Math.abs(levelOf(spoken) - usual)).toBeLessThan(0.5);
      expect(spoken.samples.every((sample) => Math.abs(sample) < 0.99)).toBe(true);
    }
  });
});

describe("whoever waits for the first sound", () => {
  const sentence = "When the night train leaves at ten, nobody waits for it any more, because everybody knows.";
  const inputs = (server: Awaited<ReturnType<typeof speaking>>["server"]) =>
    server.asked.map(({ body }) => body["input"]);

  it("hears the first clause before the second is made, where it is made slowly", async () => {
    const { server, synthesizer, close } = await speaking();
    onTestFinished(close);
    const waiting: (() => void)[] = [];
    server.behave(async (response, sound) => {
      const isFirst = server.asked.length === 1;
      if (!isFirst) await new Promise<void>((resolve) => waiting.push(resolve));
      response.writeHead(200, { "content-type": "audio/pcm" }).end(sound);
    });
    const utterance = utteranceOf({ text: `${sentence} So be it.`, voice: english });
    const synthesis = synthesizer.speak(utterance, new AbortController().signal, { isAwaited: true });
    const reader = synthesis[Symbol.asyncIterator]();
    expect((await reader.next()).value?.length).toBeGreaterThan(0);
    // The second clause is being made only now, and nothing of it is there.
    await expect.poll(() => waiting.length).toBe(1);
    expect(inputs(server)[0]).toBe("When the night train leaves at ten,");
    server.behave(undefined);
    for (const resolve of waiting) resolve();
    for (let next = await reader.next(); next.done !== true; next = await reader.next());
    const { sentences } = await synthesis.result;
    expect(inputs(server).join(" ")).toBe(`${sentence} So be it.`);
    expect(sentences.map((each) => each.sentence)).toEqual([sentence, "So be it."]);
  });

  it("hears the first sentence while the second is made, whole where it is made quickly", async () => {
    const { server, synthesizer, close } = await speaking(0.3, () => 0);
    onTestFinished(close);
    // How quick it is, is known once it has spoken.
    await speakAll(synthesizer, { text: sentence, voice: english });
    const before = server.asked.length;
    let goOn: (() => void) | undefined;
    server.behave(async (response, sound) => {
      if (server.asked.length > before + 1) await new Promise<void>((resolve) => (goOn = resolve));
      response.writeHead(200, { "content-type": "audio/pcm" }).end(sound);
    });
    const utterance = utteranceOf({ text: `${sentence} So be it.`, voice: english });
    const synthesis = synthesizer.speak(utterance, new AbortController().signal, { isAwaited: true });
    const reader = synthesis[Symbol.asyncIterator]();
    let seconds = 0;
    // All of the first sentence is heard before anything of the second is made.
    while (seconds < 5) seconds += ((await reader.next()).value?.length ?? 0) / 44_100;
    await expect.poll(() => goOn !== undefined).toBe(true);
    expect(inputs(server).slice(before)).toEqual([sentence, "So be it."]);
    goOn?.();
    for (let next = await reader.next(); next.done !== true; next = await reader.next());
  });

  it("alone changes where a text is divided: a task speaks whole sentences", async () => {
    const { server, synthesizer, close } = await speaking();
    onTestFinished(close);
    await speakAll(synthesizer, { text: sentence, voice: english });
    expect(inputs(server)).toEqual([sentence]);
  });
});
