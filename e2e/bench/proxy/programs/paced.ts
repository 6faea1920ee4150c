import { createServer, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import * as z from "zod";
import { pace, streamBytes, streamLength } from "../streams.ts";
import { listen } from "./listen.ts";

/** A service that sends audio at the pace at which it is spoken. The stream's number and seconds stand in its text. */
const requestSchema = z.object({ input: z.string() });
const orderSchema = z.object({ stream: z.number(), seconds: z.number() });

async function orderOf(incoming: IncomingMessage) {
  return orderSchema.parse(JSON.parse(requestSchema.parse(await json(incoming)).input));
}

listen(
  createServer(async (incoming, response) => {
    const { stream, seconds } = await orderOf(incoming);
    const bytes = streamBytes(stream, seconds);
    response.writeHead(200, { "content-type": "audio/mpeg", "content-length": streamLength(seconds) });
    let sent = 0;
    const send = () => {
      response.write(bytes.subarray(sent, sent + pace.bytes));
      sent += pace.bytes;
      if (sent < bytes.length) return;
      clearInterval(timer);
      response.end();
    };
    const timer = setInterval(send, pace.milliseconds);
    response.once("close", () => clearInterval(timer));
    send();
  }),
);
