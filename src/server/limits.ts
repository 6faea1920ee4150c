import { largestBody } from "../http/body-bounds.ts";

/** How much and how long, in one place; tests shorten the times. All times in milliseconds. */
export interface Limits {
  /** The largest request body in bytes. */
  readonly bodyBytes: number;
  /**
   * The most bytes of all request bodies and WebSocket messages that are held at once; each visitor has a share of
   * them.
   */
  readonly heldBytes: number;
  /** How long a request body or a WebSocket message may stand still, or grow by less than a sixteenth. */
  readonly bodyPause: number;
  /** The most requests of one connection that wait for their answers; beyond it the connection is cut. */
  readonly requestsAhead: number;
  /** The most header fields in one request; beyond it the answer is 431. */
  readonly headerFields: number;
  /** How long a client may take to send a whole request. */
  readonly requestTime: number;
  /** How long connecting to the service may take. */
  readonly connectTime: number;
  /** How long the service may stay silent before the head of an answer, where nothing longer is meant. */
  readonly answerTime: number;
  /** The same for a speech request, whose audio may be made whole before the first byte comes. */
  readonly speechAnswerTime: number;
  /** The same where it isn't known what is made: language models, and models that the contract doesn't know. */
  readonly unknownAnswerTime: number;
  /** How long the service may stay silent in the middle of a body. */
  readonly bodySilence: number;
  /** How long a client may refuse to take more of a body that waits for it. */
  readonly readerSilence: number;
  /** How long the page waits for the embedded service to say what speaks. */
  readonly enginesTime: number;
  /** How long the service may take to say whether it accepts a visitor's key. */
  readonly keyCheckTime: number;
  /**
   * How long the answer to a second wrong password or key waits; each further one from the same address waits twice
   * as long.
   */
  readonly wrongPasswordDelay: number;
  /** The longest wait for a wrong password or key. */
  readonly longestPasswordDelay: number;
  /** How often one address, or IPv6 network of 2⁶⁴, may try to open a session in a minute. */
  readonly sessionAttempts: number;
  /** How often an IPv6 network of 2⁸⁰ addresses may, as many as one customer gets. */
  readonly networkSessionAttempts: number;
  /** How often all may together, and again so often those from whose addresses a session was opened in the last day. */
  readonly allSessionAttempts: number;
  /** How long a visitor's own recording is kept. */
  readonly recordingTime: number;
  /** How many of a visitor are kept at once: of a session, or of an address (IPv6: 2⁶⁴) where there are none. */
  readonly visitorRecordings: number;
  /** How many of all sessions of an address, or of an IPv6 network of 2⁸⁰ addresses. */
  readonly networkRecordings: number;
  /** How many of all together. */
  readonly allRecordings: number;
  /** How many takes a visitor may share by a link within {@link shareWindow}: a session, or an address without one. */
  readonly visitorShares: number;
  /** How many all sessions of an address may, or of an IPv6 network of 2⁸⁰ addresses. */
  readonly networkShares: number;
  readonly shareWindow: number;
  /** How many shared takes are kept at once, and how many bytes of them. */
  readonly allShares: number;
  readonly allShareBytes: number;
  /** The largest WebSocket message of a client in bytes, its fragments together; as much as an HTTP body. */
  readonly clientMessageBytes: number;
  /** The largest WebSocket message of the service in bytes. */
  readonly serviceMessageBytes: number;
  /** The most bytes of WebSocket messages that wait for a slow reader before the sender is paused. */
  readonly waitingBytes: number;
  /** The most bytes of an answer that refuses a WebSocket; what goes beyond is cut. */
  readonly refusalBytes: number;
  /** How often each side of a WebSocket is pinged; a peer that is silent from one ping to the next is cut. */
  readonly pingEvery: number;
  /** How long a WebSocket may take to answer a close frame once nobody waits for it any more. */
  readonly closeTime: number;
  /**
   * How long a connection is read on after its last answer, so that the answer isn't lost to a client that still sends.
   */
  readonly lingerTime: number;
  /** How long running answers may go on once the program has been told to stop. */
  readonly shutdownGrace: number;
}

export const defaultLimits: Limits = {
  bodyBytes: largestBody,
  heldBytes: 128 * 1024 * 1024,
  bodyPause: 10_000,
  requestsAhead: 32,
  headerFields: 100,
  requestTime: 300_000,
  connectTime: 10_000,
  answerTime: 60_000,
  speechAnswerTime: 300_000,
  unknownAnswerTime: 600_000,
  bodySilence: 120_000,
  readerSilence: 600_000,
  enginesTime: 300,
  keyCheckTime: 10_000,
  wrongPasswordDelay: 250,
  longestPasswordDelay: 4_000,
  sessionAttempts: 20,
  networkSessionAttempts: 60,
  allSessionAttempts: 300,
  recordingTime: 3_600_000,
  visitorRecordings: 6,
  networkRecordings: 16,
  allRecordings: 32,
  visitorShares: 12,
  networkShares: 36,
  shareWindow: 3_600_000,
  allShares: 500,
  allShareBytes: 1024 * 1024 * 1024,
  clientMessageBytes: largestBody,
  serviceMessageBytes: 16 * 1024 * 1024,
  waitingBytes: 256 * 1024,
  refusalBytes: 64 * 1024,
  pingEvery: 30_000,
  closeTime: 400,
  lingerTime: 10_000,
  shutdownGrace: 5_000,
};
