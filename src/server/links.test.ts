import { describe, expect, test } from "vitest";
import { canary } from "./proxy.fixture.ts";
import { password, setUpGuarded, signIn } from "./session/guarded.fixture.ts";

const guarded = setUpGuarded();
const content = "/v1/audio/speech/tasks/task_a/content";
const link = `${content}?signature=a%2Fb&expires=1`;
const sentKeys = () => guarded.upstream.seen.map(({ headers }) => headers.authorization ?? "none");
const elsewhere = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" };

describe("a link with a signature (section 5)", () => {
  test("is passed on without any key for whoever has it, byte for byte", async () => {
    for (const proxy of [await guarded.withPassword(), await guarded.withKeys()]) {
      guarded.upstream.seen.length = 0;
      const reply = await proxy.send("GET", link, { headers: { range: "bytes=0-1", authorization: "Bearer mine" } });
      expect(reply.status).toBe(200);
      expect((await proxy.send("HEAD", link)).status).toBe(200);
      expect(guarded.upstream.seen.map(({ method, url }) => [method, url])).toEqual([
        ["GET", link],
        ["HEAD", link],
      ]);
      expect(guarded.upstream.seen[0]?.headers.range).toBe("bytes=0-1");
      expect(sentKeys()).toEqual(["none", "none"]);
    }
  });

  test("that another site leads to spends nobody's key, and is a download", async () => {
    const proxy = await guarded.start({});
    const reply = await proxy.send("GET", link, { headers: elsewhere });
    expect([reply.status, reply.headers["content-disposition"]]).toEqual([200, "attachment"]);
    expect((await proxy.send("GET", link, { headers: { origin: "https://other.example" } })).status).toBe(200);
    expect(sentKeys()).toEqual(["none", "none"]);
  });

  test("is asked for with the key that the page has, as a service may want both", async () => {
    const proxy = await guarded.withPassword();
    const cookie = await signIn(proxy, { password });
    expect((await proxy.send("GET", link, { headers: { cookie, "sec-fetch-site": "same-origin" } })).status).toBe(200);
    expect(sentKeys()).toEqual([`Bearer ${canary}`]);
  });

  test("is judged by the service alone", async () => {
    const proxy = await guarded.withPassword();
    for (const status of [401, 403]) {
      guarded.upstream.answer = (_request, response) => {
        response
          .writeHead(status, { "content-type": "application/json" })
          .end('{"error":{"code":"signature_invalid"}}');
      };
      const reply = await proxy.send("GET", link);
      expect([reply.status, reply.code]).toEqual([status, "signature_invalid"]);
    }
  });
});

test.each([
  ["without a signature", content],
  ["with an end and no signature", `${content}?expires=1`],
  ["to timestamps", `${content.replace("content", "timestamps")}?signature=a&expires=1`],
  ["to a task", "/v1/audio/speech/tasks/task_a?signature=a&expires=1"],
  ["to the models", "/v1/models?signature=a&expires=1"],
])("a link %s opens nothing, and the service hears of none", async (_what, path) => {
  const proxy = await guarded.withPassword();
  expect((await proxy.send("GET", path)).code).toBe("session_required");
  expect((await proxy.send("GET", path, { headers: elsewhere })).code).toBe("foreign_origin");
  expect(guarded.upstream.seen).toHaveLength(0);
});

test("a link runs nowhere as a script, and isn't there under a foreign host name", async () => {
  const proxy = await guarded.withPassword();
  for (const destination of ["script", "style", "iframe", "worker", "embed"]) {
    expect((await proxy.send("GET", link, { headers: { "sec-fetch-dest": destination } })).status).toBe(403);
  }
  expect((await proxy.send("GET", link, { headers: { host: "evil.example" } })).status).toBe(421);
  expect(guarded.upstream.seen).toHaveLength(0);
});
