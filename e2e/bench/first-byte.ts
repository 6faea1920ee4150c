import { startProduct } from "../product.ts";
import { percentile, type Row, ratio } from "./table.ts";

const requests = 40;
const warmUps = 8;
const key = "bench-key";
const body = JSON.stringify({
  model: "cloud-tts",
  input: "The quick brown fox jumps over the lazy dog.",
  voice: "en-US-AriaNeural",
});

/** Milliseconds from sending a speech request to the first byte of its audio; the rest is read too, and not counted. */
async function timeToFirstByte(address: string, headers: Record<string, string>): Promise<number> {
  const begin = performance.now();
  const response = await fetch(`${address}/v1/audio/speech`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  if (!response.ok || response.body === null) throw new Error(`${response.status}: ${await response.text()}`);
  const reader = response.body.getReader();
  let first: number | undefined;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (part.value.length > 0) first ??= performance.now() - begin;
  }
  if (first === undefined) throw new Error("The answer held no audio.");
  return first;
}

/**
 * The time to the first byte of `POST /v1/audio/speech` on loopback, warm: from the embedded service alone and through
 * the proxy, turn by turn in one run, the proxy as a ratio to the service.
 */
export async function benchFirstByte(): Promise<Row[]> {
  const alone = await startProduct({ argumentList: ["--service"], environment: { SERVICE_API_KEYS: key } });
  try {
    const playground = await startProduct();
    try {
      const times: { service: number[]; proxy: number[] } = { service: [], proxy: [] };
      for (let index = -warmUps; index < requests; index += 1) {
        const service = await timeToFirstByte(alone.address, { authorization: `Bearer ${key}` });
        const proxy = await timeToFirstByte(playground.address, {});
        if (index < 0) continue;
        times.service.push(service);
        times.proxy.push(proxy);
      }
      const peer = percentile(times.service, 0.5);
      return Object.entries({ "service alone": times.service, "through the proxy": times.proxy }).map(
        ([what, values]) => ({
          "first byte": what,
          "median ms": percentile(values, 0.5).toFixed(1),
          "95 % ms": percentile(values, 0.95).toFixed(1),
          ratio: ratio(percentile(values, 0.5), peer),
          requests: values.length,
        }),
      );
    } finally {
      await playground.stop();
    }
  } finally {
    await alone.stop();
  }
}
