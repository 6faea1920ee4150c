import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";

// The block of Playwright's would stand in the place of the browser's own refusal.
test.use({ serviceWorkers: "allow" });

interface Window {
  readonly trustedTypes?: { createPolicy(name: string, rules: object): unknown };
}

/** What a script that got into the page would try, by what it would use. Each must throw before anything happens. */
const attempts: Readonly<Record<string, () => unknown>> = {
  "markup with a handler": () => {
    document.body.innerHTML = "<img src=x onerror=\"document.title='run'\">";
  },
  "markup beside the page's own": () => document.body.insertAdjacentHTML("beforeend", "<b>x</b>"),
  "a fragment made of markup": () => document.createRange().createContextualFragment("<b>x</b>"),
  "a parsed document": () => new DOMParser().parseFromString("<b>x</b>", "text/html"),
  "markup written into the document": () => document.write("<b>x</b>"),
  "a document in a frame": () => {
    document.createElement("iframe").srcdoc = "<script>parent.document.title='run'</script>";
  },
  "a script's text": () => {
    document.createElement("script").text = "document.title='run'";
  },
  "an answer of the service as a script": () => {
    document.createElement("script").src = "/v1/models";
  },
  "an answer of the service as a worker": () => new Worker("/v1/models"),
  "a script of its own as a worker": () => new Worker(URL.createObjectURL(new Blob(["postMessage(1)"]))),
  "an answer of the service as a service worker": () => navigator.serviceWorker.register("/v1/models"),
  "a text as code": () => setTimeout("document.title='run'"),
  "a handler's text": () => document.body.setAttribute("onclick", "document.title='run'"),
  "a policy that lets everything pass": () => (globalThis as Window).trustedTypes?.createPolicy("default", {}),
  "a second policy of the page's own name": () => (globalThis as Window).trustedTypes?.createPolicy("own-scripts", {}),
};

/** The name of what `attempt` threw in the page, or that it didn't. */
async function outcome(page: Page, attempt: () => unknown): Promise<string> {
  return await page.evaluate(`(async () => {
    try {
      await (${attempt})();
      return "done";
    } catch (error) {
      return error.name;
    }
  })()`);
}

test("text never becomes markup, a script or a worker, whoever gets it into the page", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(/Policy violated: (?:require-trusted-types-for|trusted-types)/, /Trusted ?(?:Type|HTML|Script)/);
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Speak", exact: true })).toBeVisible();
  const title = await page.title();
  for (const [what, attempt] of Object.entries(attempts)) {
    expect([what, await outcome(page, attempt)]).toEqual([what, "TypeError"]);
  }
  expect(await page.title()).toBe(title);
  await expect(page.getByRole("button", { name: "Speak", exact: true })).toBeVisible();
});

test("styles come from the page's own files alone", async ({ page, expectPageErrors }) => {
  expectPageErrors(/Policy violated: style-src/, /style-src/);
  await page.goto("/");
  const looks = await page.evaluate(() => {
    const style = document.createElement("style");
    style.textContent = "body { letter-spacing: 7px; }";
    document.head.append(style);
    document.body.setAttribute("style", "word-spacing: 7px");
    const { letterSpacing, wordSpacing } = getComputedStyle(document.body);
    return [letterSpacing, wordSpacing];
  });
  expect(looks).not.toContain("7px");
});

test("an answer of the service is no page, no style and no code, and is still data", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(/403/, /Refused to apply style/);
  const typed = await page.goto("/v1/models");
  expect([typed?.status(), await typed?.json()]).toMatchObject([403, { error: { code: "destination_not_allowed" } }]);
  await page.goto("/");
  const answers = await page.evaluate(async () => {
    const loaded = (element: HTMLElement) =>
      new Promise((resolve) => {
        element.addEventListener("load", () => resolve("load"));
        element.addEventListener("error", () => resolve("error"));
        document.body.append(element);
      });
    const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/v1/models" });
    const imported = await import(/* @vite-ignore */ String(new URL("/v1/models", location.href))).catch(() => "error");
    return { style: await loaded(style), imported, data: (await fetch("/v1/models")).status };
  });
  expect(answers).toEqual({ style: "error", imported: "error", data: 200 });
});
