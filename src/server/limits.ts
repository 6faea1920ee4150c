import { largestBody } from "../http/body-bounds.ts";

/** How much and how long, in one place; tests shorten the times. All times in milliseconds. */
export const defaultLimits = {
  /** The largest request body in bytes. */
  bodyBytes: largestBody,
  /**
   * The most bytes of all request bodies and WebSocket messages that are held at once; each visitor has a share of
   * them.
   */
  heldBytes: 128 * 1024 * 1024,
  /** How long a request body or a WebSocket message may stand still, or grow by less than a sixteenth. */
  bodyPause: 10_000,
  /** The most requests of one connection that wait for their answers; beyond it the connection is cut. */
  requestsAhead: 32,
  /** How long a client may take to send a whole request. */
  requestTime: 300_000,
  /** How long connecting to the service may take. */
  connectTime: 10_000,
  /** How long the service may stay silent before the head of an answer, where nothing longer is meant. */
  answerTime: 60_000,
  /** The same for a speech request, whose audio may be made whole before the first byte comes. */
  speechAnswerTime: 300_000,
  /** The same where it isn't known what is made: language models, and models that the contract doesn't know. */
  unknownAnswerTime: 600_000,
  /** How long the service may stay silent in the middle of a body. */
  bodySilence: 120_000,
  /** How long a client may refuse to take more of a body that waits for it. */
  readerSilence: 600_000,
  /** How long the page waits for the embedded service to say what speaks. */
  enginesTime: 300,
  /** How long the service may take to say whether it accepts a visitor's key. */
  keyCheckTime: 10_000,
  /**
   * How long the answer to a second wrong password or key waits; each further one from the same address waits twice
   * as long.
   */
  wrongPasswordDelay: 250,
  /** The longest wait for a wrong password or key. */
  longestPasswordDelay: 4_000,
  /** How often one address, or IPv6 network of 2⁶⁴, may try to open a session in a minute. */
  sessionAttempts: 20,
  /** How often an IPv6 network of 2⁸⁰ addresses may, as many as one customer gets. */
  networkSessionAttempts: 60,
  /** How often all may together, and again so often those from whose addresses a session was opened in the last day. */
  allSessionAttempts: 300,
  /** How long a visitor's own recording is kept. */
  recordingTime: 3_600_000,
  /** How many of a visitor are kept at once: of a session, or of an address (IPv6: 2⁶⁴) where there are none. */
  visitorRecordings: 6,
  /** How many of all sessions of an address, or of an IPv6 network of 2⁸⁰ addresses. */
  networkRecordings: 16,
  /** How many of all together. */
  allRecordings: 32,
  /** How many takes a visitor may share by a link within {@link shareWindow}: a session, or an address without one. */
  visitorShares: 12,
  /** How many all sessions of an address may, or of an IPv6 network of 2⁸⁰ addresses. */
  networkShares: 36,
  shareWindow: 3_600_000,
  /** How many shared takes are kept at once, and how many bytes of them. */
  allShares: 500,
  allShareBytes: 1024 * 1024 * 1024,
  /** The largest WebSocket message of a client in bytes, its fragments together; as much as an HTTP body. */
  clientMessageBytes: largestBody,
  /** The largest WebSocket message of the service in bytes. */
  serviceMessageBytes: 16 * 1024 * 1024,
  /** The most bytes of WebSocket messages that wait for a slow reader before the sender is paused. */
  waitingBytes: 256 * 1024,
  /** The most bytes of an answer that refuses a WebSocket; what goes beyond is cut. */
  refusalBytes: 64 * 1024,
  /** How often each side of a WebSocket is pinged; a peer that is silent from one ping to the next is cut. */
  pingEvery: 30_000,
  /** How long a WebSocket may take to answer a close frame once nobody waits for it any more. */
  closeTime: 400,
  /**
   * How long a connection is read on after its last answer, so that the answer isn't lost to a client that still sends.
   */
  lingerTime: 10_000,
  /** How long running answers may go on once the program has been told to stop. */
  shutdownGrace: 5_000,
};
export type Limits = Readonly<typeof defaultLimits>;
