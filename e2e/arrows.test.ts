import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");

/** The folders of src, each with what a file directly inside it may import and what it may not. */
const arrows: Record<string, { right: string[]; wrong: string[] }> = {
  "src/contract": {
    right: ['import "zod/mini";', 'import "./models/registry.ts";'],
    wrong: [
      'import "zod";',
      'import "react";',
      'import "@mantine/core";',
      'import "node:fs";',
      'import "node:fs/promises";',
      'import "../audio/session.ts";',
      'import "../audio";',
      'import "../api/client.ts";',
      'import "../core/page/board.ts";',
      'import "../kit/button.tsx";',
      'import "../http/errors.ts";',
      'import "../server/app.ts";',
      'import "../service/app.ts";',
      'import "../start/main.mjs";',
      'import "./../audio/session.ts";',
      'import type { Session } from "../audio/session.ts";',
      'export * from "../audio/session.ts";',
      'export type { Session } from "../audio/session.ts";',
      'await import("../audio/session.ts");',
    ],
  },
  "src/contract/models": {
    right: ['import "../count-characters.ts";', 'import "./cloud-tts.ts";'],
    wrong: ['import "../../audio/session.ts";', 'import "fastify";'],
  },
  "src/audio": {
    right: ['import "../contract/formats.ts";', 'import "mpg123-decoder";', 'import "zod/mini";'],
    wrong: [
      'import "../api/client.ts";',
      'import "../core/page/board.ts";',
      'import "../features/takes/takes-panel.tsx";',
      'import "../http/errors.ts";',
      'import "../server/app.ts";',
      'import "../service/app.ts";',
      'import "../start/main.mjs";',
      'import "react";',
      'import "react/jsx-runtime";',
      'import "zustand";',
      'import "zustand/vanilla";',
      'import "@tanstack/react-query";',
      'import "@mantine/core";',
      'import "node:buffer";',
      'import "zod";',
    ],
  },
  "src/api": {
    right: [
      'import "../contract/models.ts";',
      'import type { AudioSource } from "../audio/source.ts";',
      'export type { AudioSource } from "../audio/source.ts";',
    ],
    wrong: [
      'import { session } from "../audio/session.ts";',
      'import { type AudioSource } from "../audio/source.ts";',
      'import "../audio/session.ts";',
      'export { session } from "../audio/session.ts";',
      'export * from "../audio/session.ts";',
      'await import("../audio/session.ts");',
      'import "../core/page/board.ts";',
      'import "../features/takes/takes-panel.tsx";',
      'import "../http/errors.ts";',
      'import "../server/app.ts";',
      'import "../service/app.ts";',
      'import "../start/main.mjs";',
      'import "react-dom/client";',
      'import "@tanstack/react-query";',
      'import "node:http";',
      'import "zod";',
    ],
  },
  "src/conformance/checks": {
    right: [
      'import "../suite/index.ts";',
      'import "../../contract/models.ts";',
      'import "../../api/client.ts";',
      'import "../../audio/formats/format.ts";',
    ],
    wrong: [
      'import "../../core/page/board.ts";',
      'import "../../features/checks/case.ts";',
      'import "../../kit/icon.tsx";',
      'import "../../app/app.tsx";',
      'import "../../http/errors.ts";',
      'import "../../server/app.ts";',
      'import "react";',
      'import "zustand/vanilla";',
      'import "node:path";',
      'import "zod";',
    ],
  },
  "src/command": {
    right: [
      'import "../conformance/run/run-all.ts";',
      'import "../api/client.ts";',
      'import "node:fs";',
      'import "ws";',
    ],
    wrong: [
      'import "../core/page/board.ts";',
      'import "../features/checks/checks.ts";',
      'import "../kit/icon.tsx";',
      'import "../server/app.ts";',
      'import "../service/app.ts";',
      'import "../http/errors.ts";',
      'import "react";',
      'import "zustand/vanilla";',
    ],
  },
  "src/core/takes": {
    right: [
      'import "../page/board.ts";',
      'import "../../contract/models.ts";',
      'import "../../conformance/checks/check.ts";',
      'import "../../api/client.ts";',
      'import "../../audio/session/session.ts";',
      'import "../../kit/icon.tsx";',
      'import "zustand/vanilla";',
    ],
    wrong: [
      'import "@mantine/core";',
      'import "../../features/takes/takes-panel.tsx";',
      'import type { Props } from "../../features/takes/takes-panel.tsx";',
      'await import("../../features/compare/choice.ts");',
      'import "../../app/app.tsx";',
      'import "../../http/errors.ts";',
      'import "../../server/app.ts";',
      'import "../../service/app.ts";',
      'import "../../start/main.mjs";',
      'import "node:path";',
      'import "zod";',
    ],
  },
  "src/core/submit": {
    right: ['import "../takes/take.ts";', 'import "../text/writing-system.ts";', 'import "../voices/voice-fit.ts";'],
    wrong: ['import "../tasks/tasks.ts";', 'import "../../features/speak/send-bar.tsx";', 'import "zod";'],
  },
  "src/core/tasks": {
    right: ['import "../takes/take.ts";'],
    wrong: ['import "../submit/submit.ts";', 'import "../../features/tasks/task-card.tsx";', 'import "zod";'],
  },
  "src/features/compare": {
    right: [
      'import "./choice.ts";',
      'import "./messages/index.ts";',
      'import "../../core/takes/take.ts";',
      'import "../../kit/icon.tsx";',
      'import "../../conformance/checks/check.ts";',
      'import "../../contract/models.ts";',
      'import "../../audio/compare/compared-playback.ts";',
      'import "react";',
    ],
    wrong: [
      'import "@mantine/core";',
      'import "../present/presenter.tsx";',
      'import "../../features/present/presenter.tsx";',
      'import type { Programme } from "../present/programme.ts";',
      'export * from "../present/programme.ts";',
      'await import("../present/presenter.tsx");',
      'import "../../app/app.tsx";',
      'import "../../http/errors.ts";',
      'import "../../server/app.ts";',
      'import "../../service/app.ts";',
      'import "../../start/main.mjs";',
      'import "node:path";',
      'import "zod";',
    ],
  },
  "src/features/compare/messages": {
    right: ['import "../choice.ts";', 'import "./en.ts";', 'import "../../../contract/language.ts";'],
    wrong: [
      'import "@mantine/hooks";',
      'import "../../present/presenter.tsx";',
      'import "../../../features/present/presenter.tsx";',
      'import "../../../app/app.tsx";',
    ],
  },
  "src/app": {
    right: [
      'import "../features/takes/takes-panel.tsx";',
      'import "../core/page/board.ts";',
      'import "../kit/icon.tsx";',
    ],
    wrong: [
      'import "@mantine/core";',
      'import "../audio/session/session.ts";',
      'import type { Session } from "../audio/session/session.ts";',
      'import "../api/client.ts";',
      'import "../conformance/checks/check.ts";',
      'import "../http/errors.ts";',
      'import "../server/app.ts";',
      'import "../service/app.ts";',
      'import "../start/main.mjs";',
      'import "node:path";',
      'import "zod";',
    ],
  },
  "src/kit": {
    right: ['import "react";', 'import "@mantine/core";', 'import "./button.tsx";'],
    wrong: [
      'import "../contract/models.ts";',
      'import "../core/page/board.ts";',
      'import "../features/takes/takes-panel.tsx";',
      'import "../app/app.tsx";',
      'import "../audio/session/session.ts";',
      'import "../api/client.ts";',
      'import "../conformance/checks/check.ts";',
      'import "../http/errors.ts";',
      'import "../server/app.ts";',
      'import "../service/app.ts";',
      'import "../start/main.mjs";',
      'import "node:path";',
    ],
  },
  "src/offline": {
    right: ['import "./page-copy.ts";'],
    wrong: [
      'import "../contract/models.ts";',
      'import "../core/page/board.ts";',
      'import "zod/mini";',
      'import "node:path";',
    ],
  },
  "src/audio/decoders": {
    right: [
      'import "../base/format.ts";',
      'import "../formats/wav.ts";',
      'import "./raw-decoder.ts";',
      'import "../../contract/bytes.ts";',
    ],
    wrong: [
      'import { PlaybackError } from "../players/player.ts";',
      'import type { Player } from "../players/player.ts";',
      'export * from "../session/session.ts";',
      'await import("../analysis/peaks/worker.ts");',
      'import "../../api/client.ts";',
      'import "react";',
    ],
  },
  "src/audio/players": {
    right: ['import "../decoders/decoder.ts";', 'import "../output/sound-sink.ts";'],
    wrong: ['import "../../core/page/board.ts";'],
  },
  "src/http": {
    right: [
      'import "./errors.ts";',
      'import "fastify";',
      'import "node:http";',
      'import type { WebSocket } from "ws";',
    ],
    wrong: [
      'import "../contract/routes.ts";',
      'import "../api/client.ts";',
      'import "../core/page/board.ts";',
      'import "../server/app.ts";',
      'import "../service/app.ts";',
      'import "../start/main.mjs";',
      'import "react";',
    ],
  },
  "src/server": {
    right: [
      'import "../http/errors.ts";',
      'import "../contract/models.ts";',
      'import "fastify";',
      'import "node:http";',
      'import "zod";',
    ],
    wrong: [
      'import "../audio/session.ts";',
      'import "../api/client.ts";',
      'import "../core/page/board.ts";',
      'import "../features/takes/takes-panel.tsx";',
      'import "../service/app.ts";',
      'import "../start/main.mjs";',
      'import "react";',
    ],
  },
  "src/service": {
    right: [
      'import "../http/errors.ts";',
      'import "../contract/models.ts";',
      'import "wasm-media-encoders";',
      'import "node:worker_threads";',
    ],
    wrong: [
      'import "../audio/session.ts";',
      'import "../api/client.ts";',
      'import "../core/page/board.ts";',
      'import "../features/takes/takes-panel.tsx";',
      'import "../server/app.ts";',
      'await import("../server/app.ts");',
      'import "../start/main.mjs";',
      'import "@mantine/core";',
    ],
  },
  "src/service/content": {
    right: ['import "../storage/storage-full.ts";', 'import "node:fs/promises";', 'import "@aws-sdk/client-s3";'],
    wrong: [
      'import "../tasks/task-files.ts";',
      'import "../routes/content.ts";',
      'import "../synthesis/formats.ts";',
      'import "../../http/errors.ts";',
      'import "fastify";',
    ],
  },
  "src/service/engines": {
    right: ['import "./espeak/library.ts";', 'import "../../contract/voices.ts";', 'import "node:child_process";'],
    wrong: [
      'import "../synthesis/formats.ts";',
      'import "../refusal.ts";',
      'import "../../http/errors.ts";',
      'import "../../api/client.ts";',
      'import "fastify";',
      'import "wasm-media-encoders";',
    ],
  },
  "src/service/engines/espeak": {
    right: ['import "../engine.ts";', 'import "../../../contract/voices.ts";'],
    wrong: [
      'import "../../synthesis/formats.ts";',
      'import "../../billing/ledger.ts";',
      'import "../../../http/errors.ts";',
      'await import("../../refusal.ts");',
      'import "ws";',
    ],
  },
  "src/start": {
    right: ['import "./freshness.mjs";', 'import "node:fs";', 'import "node:fs/promises";', 'import "vite";'],
    wrong: [
      'import "../contract/models.ts";',
      'import "../audio/session.ts";',
      'import "../api/client.ts";',
      'import "../core/page/board.ts";',
      'import "../features/takes/takes-panel.tsx";',
      'import "../http/errors.ts";',
      'import "../server/app.ts";',
      'import "../service/app.ts";',
      'import "fastify";',
      'import "@fastify/static";',
    ],
  },
};

const cases = Object.entries(arrows).flatMap(([folder, { right, wrong }]) => [
  ...right.map((statement) => ({ folder, statement, verdict: "accepts" as const })),
  ...wrong.map((statement) => ({ folder, statement, verdict: "reports" as const })),
]);

const boundaryRules = ["lint/style/noRestrictedImports", "plugin"];
const pathOf = (index: number): string => `${cases[index]?.folder}/planted-${index}.ts`;
const copy = mkdtempSync(join(tmpdir(), "arrows-"));
let findings: { rule: string; file: string }[] = [];

function plant(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), `${text}\n`);
}

const rulesFor = (file: string): string[] =>
  findings.filter((finding) => finding.file.endsWith(file)).map((finding) => finding.rule);

/**
 * Plants every case in a project that has nothing but our Biome configuration, and asks Biome once about all of them.
 */
beforeAll(() => {
  for (const file of ["biome.json", "e2e/types-only.grit", "e2e/audio-rooms.grit"])
    cpSync(join(root, file), join(copy, file));
  cases.forEach(({ statement }, index) => {
    plant(pathOf(index), statement);
  });
  plant("src/main.tsx", 'import "./server/app.ts";');
  plant("src/server/planted.test.ts", 'import "../service/app.ts";');
  plant("src/core/ring-a.ts", 'import { b } from "./ring-b.ts";\nexport const a = (): unknown => b;');
  plant("src/core/ring-b.ts", 'import { a } from "./ring-a.ts";\nexport const b = (): unknown => a;');
  plant("src/core/types-a.ts", 'import { b } from "./types-b.ts";\nexport type A = typeof b;');
  plant("src/core/types-b.ts", 'import type { A } from "./types-a.ts";\nexport const b: readonly A[] = [];');
  const biome = spawnSync(
    process.execPath,
    [
      join(root, "node_modules/@biomejs/biome/bin/biome"),
      ...["lint", "--vcs-enabled=false", "--reporter=github", "--max-diagnostics=none", "src"],
    ],
    { cwd: copy, encoding: "utf8" },
  );
  findings = [...biome.stdout.matchAll(/^::\w+ title=([^,]+),file=([^,]+),/gm)].map((match) => ({
    rule: match[1] ?? "",
    file: (match[2] ?? "").replaceAll("\\", "/"),
  }));
}, 60_000);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test.each(cases.map((one, index) => ({ ...one, index })))(
  "$folder: Biome $verdict `$statement`",
  ({ verdict, index }) => {
    const reported = rulesFor(pathOf(index)).some((rule) => boundaryRules.includes(rule));
    expect(reported).toBe(verdict === "reports");
  },
);

test("the page's entry imports no program", () => {
  expect(rulesFor("src/main.tsx")).toContain("lint/style/noRestrictedImports");
});

test("a test may import across folders", () => {
  expect(rulesFor("src/server/planted.test.ts")).not.toContain("lint/style/noRestrictedImports");
});

test.each(["ring-a", "types-a"])("an import cycle is reported, of types too: %s", (name) => {
  expect(rulesFor(`src/core/${name}.ts`)).toContain("lint/suspicious/noImportCycles");
});
