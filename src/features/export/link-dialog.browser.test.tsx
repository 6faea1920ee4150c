import { expect, it, onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { renderPage } from "../../app/render.fixture.ts";
import type { KeptShare, ShareDetails } from "../../contract/shares.ts";
import { takeDetails, takeRow, takeSound } from "../../core/takes/library.fixture.ts";
import type { TakeRow } from "../../core/takes/take.ts";

const config = async () =>
  ({ service: "embedded", version: "0.0.0", session: "none_needed", hasKey: true, shareHours: 24 }) as const;
const id = "k00000";
const link = { address: "http://localhost/shared/abc", end: Date.now() + 3_600_000, removal: "token" };
const dialog = page.getByRole("dialog", { name: "Share by a link" });

/** A page with one take that can be shared; `give` is what the playground's server makes of it. */
async function withTake(give: (details: ShareDetails) => Promise<KeptShare>, changes: Partial<TakeRow> = {}) {
  onTestFinished(() => localStorage.removeItem("speech-playground-links"));
  return renderPage({ config, shares: async () => ({ give, remove: async () => {} }) }, ({ library }) => {
    void library.begin(takeRow(id, { status: "complete", sound: "whole", ...changes }), takeDetails(id));
    void library.keepSound(takeSound(id));
  });
}

async function open(): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Share by a link…" }).click();
}

const make = () => dialog.getByRole("button", { name: "Make a link" });

it("a voice and a model that were written by hand leave without the secrets in them", async () => {
  const given: ShareDetails[] = [];
  await withTake(
    async (details) => {
      given.push(details);
      return link;
    },
    { voice: "https://anna:pass1234@host.example", model: "sk-aaaaaaaaaaaaaaaaaaaaaaaa" },
  );
  await open();
  await make().click();
  await expect.element(dialog).toHaveTextContent("It works until");
  expect(given[0]?.model).toContain("[removed]");
  expect(JSON.stringify(given)).not.toMatch(/pass1234|sk-aaaa/);
});
