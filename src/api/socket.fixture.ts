import type { Socket } from "./socket.ts";

/** A WebSocket without a network: a test opens it, lets frames come and closes it. */
export class FakeSocket extends EventTarget implements Socket {
  binaryType: BinaryType = "blob";
  /** Called a moment after something was sent. */
  onSent: () => void = () => {};
  #isOpen = false;
  readonly path: string;
  readonly sent: string[] = [];
  readonly closes: (number | undefined)[] = [];

  constructor(path: string) {
    super();
    this.path = path;
  }

  send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void {
    if (!this.#isOpen) throw new DOMException("Still in CONNECTING state.", "InvalidStateError");
    this.sent.push(String(data));
    queueMicrotask(() => this.onSent());
  }

  get readyState(): number {
    return this.#isOpen ? 1 : 0;
  }

  close(code?: number): void {
    this.closes.push(code);
  }

  open(): void {
    this.#isOpen = true;
    this.dispatchEvent(new Event("open"));
  }

  /** Lets frames come: text as it stands, bytes as a binary frame, anything else as JSON. */
  receive(...frames: readonly unknown[]): void {
    for (const frame of frames) {
      const data = frame instanceof Uint8Array ? Uint8Array.from(frame).buffer : frame;
      const isReady = data instanceof ArrayBuffer || typeof data === "string";
      this.dispatchEvent(new MessageEvent("message", { data: isReady ? data : JSON.stringify(data) }));
    }
  }

  /** Ends as the other side, or the network, ends it. */
  end(code = 1000, reason = ""): void {
    const event = Object.assign(new Event("close"), { code, reason, wasClean: code !== 1006 });
    this.dispatchEvent(event);
  }
}
