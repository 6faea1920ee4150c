import { expect, test } from "vitest";
import { upstreamFailure } from "./failure.ts";

const coded = (code: string) => Object.assign(new Error("secret details"), { code });

test.each(["ECONNREFUSED", "ENOTFOUND", "EHOSTUNREACH", "ENETUNREACH", "ENETDOWN", "EADDRNOTAVAIL", "EACCES"])(
  "%s: nothing leads to the service, and that is said",
  (code) => {
    const { status, message } = upstreamFailure(coded(code), false);
    expect([status, message]).toEqual([502, `The speech service can't be reached (${code}).`]);
  },
);

test("a connection that ended before anything was asked is told as one", () => {
  expect(upstreamFailure(coded("ECONNRESET"), false).message).toContain("closed the connection before");
});

test.each(["INVALID_PURPOSE", "INVALID_CA", "UNSPECIFIED", "PATH_LENGTH_EXCEEDED", "HOSTNAME_MISMATCH"])(
  "%s: the certificate is at fault, and that is said",
  (code) => {
    expect(upstreamFailure(coded(code), false).message).toContain(`certificate can't be trusted (${code})`);
  },
);
