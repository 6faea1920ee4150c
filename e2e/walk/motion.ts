import type { Page } from "@playwright/test";

/** Every animation and transition that moves for longer than a blink, where a person asked for stillness. */
export function motions(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const { effect, playState } = animation;
      const { duration = 0, iterations = 1 } = effect?.getComputedTiming() ?? {};
      const lasts = Number(duration) * iterations;
      if (playState !== "running" || lasts <= 10) return [];
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      return [`${animation.id || animation.constructor.name} of ${target?.className ?? "nothing"}: ${lasts} ms`];
    }),
  );
}
