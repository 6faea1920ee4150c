import { act, get, offer, post, request } from "../actions.ts";
import { canaries, signIn } from "../places.ts";
import { guarded, type Row, visitors } from "../row.ts";
import { open, untilClosed } from "../socket.ts";
import type { Came } from "../wire.ts";

const session = "/playground/session";
const from = (address: string) => ({ cookie: undefined, "x-forwarded-for": address });
const opener = (password: unknown): string => JSON.stringify({ password });
const wrong = opener("not the password");

/** The same attempt again and again, each from another address; what the last one is told. */
const attempts = (text: string, count: number, address: (at: number) => string) =>
  act(text, async (place, options) => {
    const last = await Promise.all(
      Array.from({ length: count }, (_, at) => post(session, wrong, from(address(at))).run(place, options)),
    );
    // The strictest answer is the one that counts.
    const refused = last.find(({ answers }) => answers[0]?.status === 429);
    return refused ?? last.at(-1) ?? { interim: [], answers: [], raw: "", ended: false };
  });

/** Signs in, does something with the session, and signs out. */
const signedOut = (text: string, address: string, then: (cookie: string) => ReturnType<typeof get>) =>
  act(text, async (place, options) => {
    const cookie = await signIn(place.product.address, { password: canaries.password }, { "x-forwarded-for": address });
    const left = { cookie, origin: `http://${place.host}` };
    await request("DELETE", session, left).run(place, options);
    return then(cookie).run(place, options);
  });

/** What opens a session and isn't one of the two bodies that do. */
const openers: readonly (readonly [name: string, body: string])[] = [
  ["a password in a list", opener([canaries.password])],
  ["a password in an object", opener({ $ne: "" })],
  ["no password", opener("")],
  ["a password of nothing", opener(null)],
  ["a password and more", `{"password":"x","admin":true}`],
  ["a password in a prototype", `{"__proto__":{"password":"x"}}`],
  ["a key in the place of a password", `{"apiKey":"x"}`],
  ["a password that is far too long", opener("a".repeat(2_000))],
  ["half a body", `{"password":"`],
  ["a body that is none", "password=x"],
];

export const sessions: readonly Row[] = [
  ...openers.map(([name, body], at) =>
    guarded(name, post(session, body, from(`192.0.2.${at + 1}`)), "400 bad_request"),
  ),
  guarded("a wrong password", post(session, wrong, from("192.0.2.40")), "401 wrong_password", { lacks: /set-cookie/i }),
  guarded(
    "a password that a form sends",
    post(session, wrong, { ...from("192.0.2.41"), "content-type": "text/plain" }),
    "415 unsupported_media_type",
  ),
  guarded(
    "a password that a program sends",
    post(session, wrong, { ...from("192.0.2.42"), origin: undefined }),
    "403 foreign_origin",
  ),
  guarded(
    "a body of 9 kB opens nothing",
    post(session, opener("a".repeat(9_000)), from("192.0.2.43")),
    "413 body_too_large",
  ),
  ...["not an address", "192.0.2.1:80", "1".repeat(5_000), "fe80::1%eth0"].map((address) =>
    guarded(`an attempt from ${address.slice(0, 20)}`, post(session, "{}", from(address)), "400 bad_request"),
  ),
  guarded("a session is nothing to be read", get(session), "405 method_not_allowed"),
  guarded(
    "a session's cookie is out of a script's reach",
    post(session, opener(canaries.password), from("192.0.2.44")),
    "204",
    {
      holds: /^set-cookie: playground_session_\w+=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict\r$/im,
    },
  ),
  guarded(
    "twenty-five wrong passwords from one address",
    attempts("25 wrong passwords", 25, () => "198.51.100.1"),
    "429 too_many_attempts",
    { patience: 40_000, beside: true },
  ),
  visitors(
    "a key with a line break",
    post(session, '{"apiKey":"a\\r\\nX-Injected: 1"}', from("192.0.2.50")),
    "400 bad_request",
  ),
  visitors("a key with a space", post(session, '{"apiKey":"a b"}', from("192.0.2.51")), "400 bad_request"),
  visitors(
    "a key of 3,000 characters",
    post(session, JSON.stringify({ apiKey: "a".repeat(3_000) }), from("192.0.2.52")),
    "400 bad_request",
  ),
  visitors("a password where a key is wanted", post(session, opener("x"), from("192.0.2.53")), "400 bad_request"),
  visitors(
    "a session of the other playground",
    act("its cookie here", async (place, options) =>
      get("/v1/models", { cookie: `${place.caller["cookie"]?.slice(0, -20)}aaaaaaaaaaaaaaaaaa~2` }).run(place, options),
    ),
    "401 session_required",
  ),
];

export const endedSessions: readonly Row[] = [
  guarded(
    "a cookie that was signed out",
    signedOut("a session, signed out, and its cookie again", "192.0.2.60", (cookie) => get("/v1/models", { cookie })),
    "401 session_required",
  ),
  guarded(
    "a cookie that was signed out opens no WebSocket",
    signedOut("a session, signed out, and a WebSocket", "192.0.2.61", (cookie) => offer({ cookie })),
    "401 session_required",
  ),
  guarded(
    "a WebSocket ends with its session",
    act("a WebSocket, and its session signed out", async (place): Promise<Came> => {
      const cookie = await signIn(
        place.product.address,
        { password: canaries.password },
        { "x-forwarded-for": "192.0.2.62" },
      );
      const socket = await open(place, { cookie });
      await request("DELETE", session, { cookie, origin: `http://${place.host}` }).run(place, {});
      return untilClosed(socket, 3_000);
    }),
    "101 close 1008",
    { asks: 1 },
  ),
  visitors(
    "a key that the service refuses opens no session",
    post(session, '{"apiKey":"sk-made-up-1234567890"}', from("192.0.2.63")),
    "401 wrong_key",
    { asks: 1, lacks: /set-cookie/i },
  ),
];

export const countedTogether: readonly Row[] = [
  guarded(
    "wrong passwords from one IPv6 network of 64 bits",
    attempts("25 wrong passwords from 2001:db8:1:1::/64", 25, (at) => `2001:db8:1:1::${at + 1}`),
    "429 too_many_attempts",
    { patience: 20_000 },
  ),
  guarded(
    "wrong passwords from one IPv6 network of 48 bits",
    attempts("250 wrong passwords from 2001:db8:2::/48", 250, (at) => `2001:db8:2:${at + 1}::1`),
    "429 too_many_attempts",
    { patience: 20_000 },
  ),
];
