import type { Page } from "puppeteer";
import { until } from "./until.ts";

/** What a page has given its printer. */
interface Prints {
  /** Waits for the next file since the last call, and returns its bytes. */
  next(): Promise<Buffer>;
}

/** Keeps the files that a page prints or saves from now on: the browser's own record of an answer that became a file is empty. */
export async function watchPrints(page: Page): Promise<Prints> {
  const key = `printed${Math.random()}`;
  const install = (name: string) => {
    const files: string[] = [];
    Object.assign(window, { [name]: files });
    // A print that the page's policy forbids never reaches a printer.
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
      if (effectiveDirective === "frame-src") files.unshift(`forbidden by ${effectiveDirective}: ${blockedURI}`);
    });
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (file) => {
      if (file instanceof Blob)
        void file
          .arrayBuffer()
          .then((bytes) => files.push(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("")));
      return make(file);
    };
  };
  await page.evaluate(install, key);
  // Those of another page count anew.
  await page.evaluateOnNewDocument(install, key);
  let seen = 0;
  return {
    async next() {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept there above
      const read = () => page.evaluate((name, at) => (window as unknown as Record<string, string[]>)[name]?.[at] ?? null, key, seen);
      const bytes = await until(read, "a printed file");
      const first = await page.evaluate((name) => (window as unknown as Record<string, string[]>)[name]?.[0] ?? "", key);
      if (first.startsWith("forbidden")) throw new Error(first);
      seen += 1;
      return Buffer.from(bytes, "latin1");
    },
  };
}
