import type { Page } from "puppeteer";
import type { Calls } from "#src/collector/jobs/background-calls.ts";

/** How calls to the background are answered: never, with a refusal, or with the test's own answers. */
export type Answering = "is silent" | "refuses" | { readonly [N in keyof Calls]?: Calls[N]["output"] };

/** Answers a page's calls to the background, from the next document until `heal`. Calls without an answer go through. */
export async function answerCalls(page: Page, answering: Answering): Promise<void> {
  await page.evaluateOnNewDocument((given: Answering) => {
    const real = chrome.runtime.sendMessage.bind(chrome.runtime);
    const answer = (message: { call: string }): Promise<unknown> => {
      if (given === "is silent") return new Promise(() => undefined);
      if (given === "refuses") return Promise.reject(new Error("Nobody is there."));
      const own = Object.entries(given).find(([name]) => name === message.call);
      return own === undefined ? real(message) : Promise.resolve({ output: own[1] });
    };
    Object.assign(chrome.runtime, { sendMessage: answer });
    Object.assign(globalThis, { quaysideHeal: () => Object.assign(chrome.runtime, { sendMessage: real }) });
  }, answering);
}

/** Lets a page's calls reach the background again. */
export async function heal(page: Page): Promise<void> {
  await page.evaluate(() => (globalThis as unknown as { quaysideHeal: () => void }).quaysideHeal());
}
