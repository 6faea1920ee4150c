import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPublicAddress } from "./guarded-connector.ts";

const refused = {
  unspecified: ["0.0.0.0", "0.1.2.3", "::"],
  loopback: ["127.0.0.1", "127.255.255.254", "::1"],
  private: ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12:3456::1"],
  "link-local and metadata": ["169.254.169.254", "169.254.0.1", "fe80::1", "fe80::1%eth0", "fd00:ec2::254"],
  "the cloud platforms' own": ["168.63.129.16", "100.100.100.200", "192.0.0.192"],
  "shared (CGNAT)": ["100.64.0.1", "100.127.255.255"],
  multicast: ["224.0.0.1", "239.255.255.255", "ff02::1"],
  "broadcast and reserved": ["255.255.255.255", "240.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1"],
  "IPv4 in IPv6": [
    "::ffff:8.8.8.8",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::127.0.0.1",
    "::7f00:1",
    "::ffff:0:127.0.0.1",
  ],
  "6to4, NAT64, Teredo": ["2002:7f00:1::", "2002:808:808::1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2001:0:4136:e378::1"],
  "other IPv6": ["fec0::1", "2001:db8::1", "100::1", "3fff::1", "5f00::1", "4000::1", "8000::1"],
  "odd spellings": [
    "0177.0.0.1",
    "0x7f.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "127.0.0.1.",
    " 127.0.0.1",
    "8.8.8",
    "",
  ],
  names: ["localhost", "example.com"],
};

describe.each(Object.entries(refused))("%s", (_, addresses) => {
  test.each(addresses)("%j isn't public", (address) => expect(isPublicAddress(address)).toBe(false));
});

test.each(["8.8.8.8", "1.1.1.1", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001::1"])(
  "%s is public",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

const octet = fc.nat({ max: 255 });
const privateAddress = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
  fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
  fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
  fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
);

test("no private IPv4 address is public, in whatever way IPv6 carries it", () => {
  fc.assert(
    fc.property(privateAddress, ([a, b, c, d]) => {
      const dotted = `${a}.${b}.${c}.${d}`;
      const [high, low] = [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
      const forms = [dotted, `::ffff:${dotted}`, `::${dotted}`, `::ffff:${high}:${low}`, `::${high}:${low}`];
      const tunnels = [`2002:${high}:${low}::1`, `64:ff9b::${high}:${low}`, `64:ff9b:1::${high}:${low}`];
      return [...forms, ...tunnels].every((address) => !isPublicAddress(address));
    }),
  );
});

test("what a URL makes of an odd spelling of loopback isn't public", () => {
  const hosts = ["127.1", "0177.1", "0x7f.1", "2130706433", "0x7f000001", "127.0.0.1.", "①②⑦.0.0.1", "%31%32%37.0.0.1"];
  for (const host of hosts) {
    const { hostname } = new URL(`http://${host}/`);
    expect(isPublicAddress(hostname), `${host} became ${hostname}`).toBe(false);
  }
});
