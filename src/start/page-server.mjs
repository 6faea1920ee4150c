/** Vite's development server as a program of its own: `<root> <address of the proxy>`. */
import { join } from "node:path";

const [, , root = ".", proxy = ""] = process.argv;

const stop = () => process.exit(0);
process.on("disconnect", stop);
process.on("SIGTERM", stop);

/** @param {unknown} error */
function fail(error) {
  const text = error instanceof Error ? error.message : String(error);
  const message = `The page's development server can't start: ${text.split("\n")[0]}`;
  process.send?.({ type: "failed", message }, undefined, undefined, () => process.exit(1));
}

try {
  const { createServer } = await import("vite");
  // The Host header is passed on as it is, so that the proxy can compare it with Origin as it always does.
  const forwarded = { target: proxy, ws: true, changeOrigin: false };
  const paths = ["/v1/", "/services/", "/playground/", "/references/own-", "/shared/", "/healthz"];
  const server = await createServer({
    root,
    configFile: join(root, "vite.config.ts"),
    logLevel: "warn",
    server: {
      host: "127.0.0.1",
      proxy: Object.fromEntries(paths.map((path) => [path, forwarded])),
    },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (typeof address === "object" && address !== null) process.send?.({ type: "listening", port: address.port });
} catch (error) {
  fail(error);
}
