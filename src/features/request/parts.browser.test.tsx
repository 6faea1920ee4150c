import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { renderPage } from "../../app/render.fixture.ts";
import { takeDetails, takeRow } from "../../core/takes/library.fixture.ts";

const answer = () => page.getByRole("region", { name: "Answer", exact: true });

describe("a script that is sent in parts", () => {
  const script = Array.from({ length: 3 }, (_, at) => `${String(at).repeat(4_900)}.`).join("\n\n");
  const body = () => page.getByRole("region", { name: "Request", exact: true });
  const partOf = (name: string) => page.getByRole("combobox", { name, exact: true });

  it("is shown request by request as a press of Speak sends it, and as code", async () => {
    await renderPage({}, ({ settings }) => {
      settings.setState({ model: "cloud-tts" });
      settings.setState({ script });
    });
    await page.getByRole("tab", { name: "Request" }).click();
    await expect.element(partOf("Part")).toHaveDisplayValue("1 of 3");
    await expect.element(body()).toHaveTextContent(/"0000/);
    await partOf("Part").selectOptions("3 of 3");
    await expect.element(body()).toHaveTextContent(/"2222/);
    await page.getByRole("radio", { name: "Code" }).click();
    await partOf("Part").selectOptions("2 of 3");
    await expect.element(page.getByRole("region", { name: /^Code/ })).toHaveTextContent(/"1111/);
  });

  it("is shown request by request of a take, as it was sent", async () => {
    await renderPage({}, ({ library }) => {
      const part = (text: string) => ({
        start: 0,
        end: 1,
        pause: 0,
        body: `{"input":"${text}"}`,
        state: "done" as const,
      });
      library.begin(
        takeRow("k1", { status: "complete", parts: { count: 2, done: 2 } }),
        takeDetails("k1", { parts: [part("early"), part("late")] }),
      );
    });
    await page.getByRole("tab", { name: "Request" }).click();
    await page.getByRole("radio", { name: "Answer" }).click();
    await page.getByText("What was sent").click();
    await expect.element(answer()).toHaveTextContent("late");
    await partOf("Part").selectOptions("1 of 2");
    await expect.element(answer()).toHaveTextContent("early");
    await page.getByRole("radio", { name: "Code" }).click();
    await partOf("Code of").selectOptions("the chosen take");
    await partOf("Part").selectOptions("2 of 2");
    await expect.element(page.getByRole("region", { name: /^Code/ })).toHaveTextContent("late");
  });

  it("is shown with what came for each request", async () => {
    await renderPage({}, ({ library }) => {
      const part = { start: 0, end: 1, pause: 0, body: "{}" };
      const answerOf = (status: number, id: string) => ({
        status,
        headers: [["x-request-id", id]] satisfies [string, string][],
      });
      library.begin(
        takeRow("k1", { status: "failed", httpStatus: 503, parts: { count: 3, done: 1 } }),
        takeDetails("k1", {
          parts: [
            { ...part, state: "done", answer: answerOf(206, "first-id") },
            { ...part, state: "sent", answer: answerOf(503, "second-id") },
            { ...part, state: "unsent" },
          ],
          headers: [["x-request-id", "second-id"]],
          error: { name: "SpeechRequestError", message: "Too busy.", status: 503, raw: "Too busy." },
        }),
      );
    });
    await page.getByRole("tab", { name: "Request" }).click();
    await page.getByRole("radio", { name: "Answer" }).click();
    await expect.element(partOf("Part")).toHaveDisplayValue("2 of 3");
    await expect.element(answer()).toHaveTextContent(/503.*second-id.*Too busy\./);
    await partOf("Part").selectOptions("1 of 3");
    await expect.element(answer()).toHaveTextContent(/206.*first-id/);
    await expect.element(answer()).not.toHaveTextContent(/503|second-id|Too busy/);
    await partOf("Part").selectOptions("3 of 3");
    await expect.element(answer()).not.toHaveTextContent(/206|503|first-id|second-id/);
  });
});
