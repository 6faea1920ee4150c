import { spawnSync } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { routes } from "../../../src/contract/routes.ts";
import { type Program, startOnFreePort } from "./program.ts";

/** What one installs for the whole bench. */
export const howToInstall = "On Debian: apt-get install nginx-light";

/** The version of the installed nginx; undefined where there is none. */
export function nginxVersion(): string | undefined {
  return /nginx\/([\d.]+)/.exec(spawnSync("nginx", ["-v"], { encoding: "utf8" }).stderr ?? "")?.[1];
}

/**
 * A speech service that isn't Node: nginx, which answers the speech route with a file and the model list with a
 * constant. A POST to a file is 405 by itself, so that answer is replaced by the file.
 */
export async function startNginxService(folder: string, audio: Uint8Array, models: string): Promise<Program> {
  const place = await prepare(folder, "service");
  await writeFile(join(place, "audio.mp3"), audio);
  return start(
    place,
    (port) => `
server {
  listen 127.0.0.1:${port} backlog=4096;
  root ${place};
  location = ${routes.speech.path} { error_page 405 =200 /audio.mp3; return 405; }
  location = /audio.mp3 { types { audio/mpeg mp3; } }
  location = ${routes.models.path} { default_type application/json; return 200 '${models}'; }
}`,
  );
}

/**
 * nginx as a reverse proxy that streams: without buffering, as a proxy of live audio needs, with a buffer as large as
 * Node's reads, because the default of 4 kB would cost it several times as many system calls.
 */
export function proxyConfiguration(port: number, upstreamPort: number, apiKey: string): string {
  return `
upstream service { server 127.0.0.1:${upstreamPort}; keepalive 256; keepalive_requests 100000000; }
map $http_upgrade $connection_field { default upgrade; "" ""; }
server {
  listen 127.0.0.1:${port} backlog=4096;
  location / {
    proxy_pass http://service;
    proxy_http_version 1.1;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $connection_field;
    proxy_set_header Authorization "Bearer ${apiKey}";
    proxy_buffering off;
    proxy_buffer_size 64k;
    proxy_buffers 4 64k;
  }
}`;
}

export async function startNginxProxy(folder: string, upstreamPort: number, apiKey: string): Promise<Program> {
  const place = await prepare(folder, `proxy-${upstreamPort}`);
  return start(place, (port) => proxyConfiguration(port, upstreamPort, apiKey));
}

async function prepare(folder: string, name: string): Promise<string> {
  // nginx's worker is another user when it is started by root.
  await chmod(folder, 0o755);
  const place = join(folder, name);
  await mkdir(place, { recursive: true });
  return place;
}

function start(place: string, serverFor: (port: number) => string): Promise<Program> {
  return startOnFreePort("nginx", async (port) => {
    const file = join(place, "nginx.conf");
    await writeFile(file, everything(place, serverFor(port)));
    return ["-e", "stderr", "-p", place, "-c", file];
  });
}

/** One worker, as every other program of the bench is one process; connections that are kept; no access log. */
const everything = (place: string, server: string) => `
daemon off;
worker_processes 1;
pid ${place}/nginx.pid;
error_log stderr error;
events { worker_connections 4096; }
http {
  access_log off;
  keepalive_requests 100000000;
  sendfile on;
  client_body_temp_path ${place}/client-body;
  proxy_temp_path ${place}/proxy;
  fastcgi_temp_path ${place}/fastcgi;
  uwsgi_temp_path ${place}/uwsgi;
  scgi_temp_path ${place}/scgi;
${server}
}
`;
