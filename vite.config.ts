import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { interfaceLanguages } from "./src/contract/language.ts";
import { packCommand } from "./src/start/command-package.ts";
import { compressPage } from "./src/start/compress.ts";
import { inlineFirstPaint } from "./src/start/first-paint.ts";
import { putFirstScreen } from "./src/start/first-screen.ts";
import { languageTableAsJson } from "./src/start/language-table.ts";
import { keepPageOffline } from "./src/start/offline.ts";

/** The programs that run under Node, by the name of the file that they become in dist/programs. */
const programs = {
  server: "src/server/main.ts",
  service: "src/service/main.ts",
  worker: "src/service/worker.ts",
  move: "src/service/move.ts",
  "synthesis-worker": "src/service/synthesis/worker.ts",
  voices: "src/service/voices/main.ts",
  "japanese-reader": "src/service/synthesis/japanese/worker.ts",
  "unpacking-worker": "src/service/voices/unpacking/worker.ts",
  "model-process": "src/service/engines/neural/process.ts",
  "measuring-worker": "src/service/adaptation/measuring/worker.ts",
};

/**
 * Packages that no program holds. First what may not be installed beside a service elsewhere: the programs build all
 * the same. Then what loads files that lie beside it, and what few services need.
 */
const packagesApart = [
  ...Object.keys(JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")).optionalDependencies),
  ...["@aws-sdk/client-s3", "graphile-worker", "libsql", "pg", "pino", "piscina"],
];
/** Of ws, which does without them. */
const absentPackages = ["bufferutil", "utf-8-validate"];

/**
 * What comes as one file each, with all that it imports, whatever parts that are loaded later share with it: cut up, it
 * packs worse, and each answer has a kilobyte of fields. First what the page needs to be of use, then what it loads by
 * itself as soon as it is, with its texts; then what most parts need that are loaded at a press.
 */
const groupsOfParts = [
  { name: "initial", tags: ["$initial" as const], priority: 3 },
  ...interfaceLanguages.map((language) => ({ name: `texts-${language}`, test: sharedTexts(language), priority: 2 })),
  { name: "soon", test: new RegExp(`/src/(?:${loadedSoon().join("|")})\\.tsx?$`), priority: 2 },
  ...interfaceLanguages.map((language) => ({
    name: `more-texts-${language}`,
    test: textsOf("", language),
    priority: 1,
  })),
  { name: "kit", test: /\/(?:src\/kit|node_modules\/@(?:mantine|floating-ui))\//, priority: 1 },
];

/** The texts of the page, and of all else that every visit shows or loads by itself. */
function sharedTexts(language: string): RegExp {
  return textsOf("/src/(?:core|core/(?:remarks|takes|voices)|features/script|features/script/share)", language);
}

/** Texts in one language: of all places, or of some. */
function textsOf(places: string, language: string): RegExp {
  return new RegExp(`${places}/messages/(?:failure/|directions-)?${language}\\.ts$`);
}

/** The modules that every visit loads by itself, behind a dynamic import, below `src`. */
function loadedSoon(): readonly string[] {
  return [
    "app/board",
    "features/script/script-tools",
    "features/speak/writing-hint",
    "features/form/reset-all",
    "features/voice/hear-chosen",
    "core/voices/(?:samples|sample-cache)",
    "core/takes/(?:browser-records|database|past-take|stored-blob|take-schema)",
    // What looks after tasks itself comes apart: who lacks it is told why a task isn't sent.
    "core/tasks/(?:watch|settle|poll-delay|polls|leadership)",
    "core/page/keep-page",
    "api/socket-source",
    // Small, and of use to whoever has lost the network.
    "core/submit/failure-explanation",
  ];
}

/**
 * How long one test, and one wait for what is expected, may take, in milliseconds: on two shared cores slow is not
 * broken, but a test that hangs must end.
 */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

/**
 * How many test files run at once: as many as there are cores, since most wait for sockets and clocks most of the time;
 * Vitest's own number is one less, and on two cores the second one rests. In the browser one after the other: sound is
 * heard there.
 */
const maxWorkers = availableParallelism();

/**
 * Files share their modules, which are loaded once: most of the time went into loading them. Who needs a module as it
 * is at first asks for it anew. What a test puts in place of something that all share ends with that test.
 */
const shared = { isolate: false, restoreMocks: true, unstubGlobals: true, unstubEnvs: true };

/**
 * The browser keeps the modules that it has loaded: each file has a page of its own, which asked for some hundred
 * again. Only where nobody changes them meanwhile.
 */
const keptByBrowser = { server: { headers: { "Cache-Control": "max-age=3600" } } };

/** Tests of the service's parts. What speaks for many seconds, or is a whole program, has a process of its own. */
const partsOfService = [
  "src/service/{answer,clients,configuration,first-answers,framing,keys,logs,metrics,rate-limit,stop}.test.ts",
  "src/service/{plans/engine-choice,plans/natural-voices,queue/fairness,queue/jobs,voices/lock,wrong-keys}.test.ts",
  "src/service/{billing,cloning,recognition,reference,routes,storage,tasks}/**/*.test.ts",
  "src/service/{synthesis,adaptation,engines}/*/**/*.test.ts",
];

/** Tests of what end-to-end tests and benchmarks are made of, and of the sources: they need no build. */
const partsOfTests = [
  "e2e/{arrows,measure,paced-service,readme,tables}.test.ts",
  "e2e/{bench,sound-card}/**/{load,measure,requirement,table}.test.ts",
];

/**
 * Tests of what the page keeps on disk: each file has a process of its own. In one that they shared, most orders of
 * them failed: a database, or what was put in its place, was still there for the next file.
 */
const partsOnDisk = [
  "src/core/{programme,voices}/{programme,programme-file,sample-cache}.test.ts",
  "src/core/takes/{library,records,stored-blob}.test.ts",
  "src/features/{batch/running,form/recording/own-recordings,gate/forget}.test.ts",
];

/** Vitest's projects. Loaded only when tests run: a build for `npm start` needs no browser and no test tool. */
async function tests() {
  const { playwright } = await import("@vitest/browser-playwright");
  const { browserLaunchOptions } = await import("./e2e/browsers/find.ts");
  return {
    projects: [
      {
        extends: true as const,
        test: {
          name: "unit",
          environment: "node",
          include: [
            "src/{contract,conformance,command,audio,api,core,kit,features,app,http,server,offline}/**/*.test.ts",
            ...partsOfTests,
          ],
          exclude: ["**/*.browser.test.*", ...partsOnDisk],
          ...shared,
          maxWorkers,
          ...patience,
        },
      },
      {
        extends: true as const,
        test: {
          name: "service",
          environment: "node",
          include: partsOfService,
          globalSetup: ["e2e/build-programs.ts"],
          ...shared,
          maxWorkers,
          ...patience,
        },
      },
      {
        extends: true as const,
        test: {
          name: "programs",
          environment: "node",
          include: ["src/{service,start}/**/*.test.ts", "e2e/**/*.test.ts", ...partsOnDisk],
          exclude: [...partsOfService, ...partsOfTests],
          globalSetup: ["e2e/build-programs.ts"],
          maxWorkers,
          ...patience,
        },
      },
      {
        extends: true as const,
        ...(process.env["CI"] ? keptByBrowser : {}),
        // Loaded late by what is tested; found late, they would make Vite reload the page in the middle of a test.
        optimizeDeps: { include: ["alawmulaw", "eld/extrasmall", "fft.js", "mpg123-decoder", "wasm-media-encoders"] },
        test: {
          name: "browser",
          include: ["src/**/*.browser.test.{ts,tsx}"],
          setupFiles: ["e2e/quiet-console.ts"],
          maxWorkers,
          ...patience,
          browser: {
            enabled: true,
            headless: true,
            fileParallelism: false,
            screenshotFailures: false,
            provider: playwright({ launchOptions: browserLaunchOptions() }),
            instances: [{ browser: "chromium" as const }],
          },
        },
      },
    ],
  };
}

export default defineConfig(async ({ mode }) => ({
  plugins: [
    react(),
    languageTableAsJson(),
    putFirstScreen(),
    inlineFirstPaint(),
    keepPageOffline(),
    compressPage(),
    packCommand(),
  ],
  // Workers of the page load decoders only when they need them, which needs modules.
  worker: { format: "es" as const, plugins: () => [languageTableAsJson()] },
  // Its presence makes one build give both environments: the page (client) and the programs (ssr).
  builder: {},
  environments: {
    client: {
      build: {
        outDir: "dist/page",
        emptyOutDir: true,
        sourcemap: false,
        manifest: true,
        rolldownOptions: { output: { codeSplitting: { groups: groupsOfParts } } },
      },
    },
    ssr: {
      // A program starts sooner, and takes less memory, as few files than as a thousand.
      resolve: { noExternal: true as const },
      build: {
        ssr: true,
        outDir: "dist/programs",
        emptyOutDir: true,
        copyPublicDir: false,
        target: "node20",
        rolldownOptions: {
          input: programs,
          external: [...packagesApart, ...absentPackages],
          output: { entryFileNames: "[name].js" },
        },
      },
    },
    // The checks' command line: one file that needs nothing beside it, since it runs where nothing is installed.
    command: {
      resolve: { noExternal: true as const },
      build: {
        ssr: true,
        outDir: "dist/command",
        emptyOutDir: true,
        copyPublicDir: false,
        target: "node20",
        rolldownOptions: {
          input: { check: "src/command/main.ts" },
          external: absentPackages,
          output: { entryFileNames: "[name].js", codeSplitting: false },
        },
      },
    },
  },
  ...(mode === "test" ? { test: await tests() } : {}),
}));
