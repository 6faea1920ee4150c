import { errors } from "undici";
import { codeOf } from "../../http/errors.ts";
import { ProxyError } from "../errors.ts";

/** Codes of Node's TLS layer for a certificate that can't be trusted; it has none for a signature that is too weak. */
const certificateCodes =
  /^(?:CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_|HOSTNAME_|PATH_LENGTH_|UNSPECIFIED$)/;
/** Of those, what a certificate lacks whose issuer isn't known here. */
const issuerCodes = /^(?:DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;
/** Where no TLS came about, whatever the certificate is: plain HTTP is spoken there, for one. */
const tlsCodes = /^(?:EPROTO$|ERR_SSL_)/;
/** Codes of answers whose head no sense can be made of. */
const invalidCodes = /^(?:HPE_|UND_ERR_HEADERS_OVERFLOW$|UND_ERR_RES_CONTENT_LENGTH_MISMATCH$)/;
/** Where nothing leads to the service, or this machine has no way out. */
const noWay = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|EACCES)$/;

/**
 * Says in our words why no answer came, so that nothing of the upstream's inner life reaches the page.
 *
 * @param sent whether the request was on its way: then the service may be at work on it, and charge for it.
 */
export function upstreamFailure(error: unknown, sent: boolean): ProxyError {
  if (error instanceof ProxyError) return error;
  const code = codeOf(error);
  const fail = (status: 502 | 504, name: ProxyError["code"], message: string) =>
    new ProxyError(status, name, message, { cause: error });
  if (error instanceof errors.HTTPParserError || invalidCodes.test(code)) {
    return fail(502, "upstream_invalid", "The speech service's answer isn't valid HTTP.");
  }
  // The client that we use reads no final answer behind one.
  if (code === "UND_ERR_SOCKET" && error instanceof Error && error.message === "bad response") {
    return fail(502, "upstream_invalid", "The speech service said 100 Continue unasked, so its answer wasn't read.");
  }
  if (sent) {
    return code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT"
      ? fail(504, "upstream_timeout", "The speech service didn't answer in time. It may still be at work.")
      : fail(
          502,
          "upstream_closed",
          "The speech service closed the connection before it answered. It may still be at work.",
        );
  }
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") return connectTimeout(error);
  if (certificateCodes.test(code)) {
    const message = `The speech service's certificate can't be trusted (${code}), so nothing was sent.`;
    const remedy = issuerCodes.test(code) ? " NODE_EXTRA_CA_CERTS names a file of further issuers." : "";
    return fail(502, "upstream_unreachable", message + remedy);
  }
  if (tlsCodes.test(code)) {
    const message = `No TLS connection to the speech service came about (${code}). Does it speak https there?`;
    return fail(502, "upstream_unreachable", message);
  }
  if (noWay.test(code)) {
    return fail(502, "upstream_unreachable", `The speech service can't be reached (${code}).`);
  }
  return fail(502, "upstream_unreachable", "The speech service closed the connection before anything was asked.");
}

/** Nobody took the connection in time, so nothing was sent. */
export function connectTimeout(cause?: unknown): ProxyError {
  return new ProxyError(504, "upstream_unreachable", "The speech service didn't accept a connection in time.", {
    cause,
  });
}
