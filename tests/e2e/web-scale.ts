import type { Page } from "puppeteer";

/** An imitated scale at a page's serial port. */
interface Scale {
  /** Sends a line as the scale does. */
  says(line: string): Promise<void>;
  /** Sends a line again and again, as most scales do, until it says another. */
  keepsSaying(line: string): Promise<void>;
}

const name = "quaysideScale";

/** Gives a page a serial port with a scale, which the person chooses when the browser asks. Call it before the page is opened. */
export async function addScale(page: Page): Promise<Scale> {
  await page.evaluateOnNewDocument((key: string) => {
    let send: (line: string) => void = () => undefined;
    let repeating = 0;
    const open = (): void => {
      port.readable = new ReadableStream<Uint8Array>({
        start(controller) {
          send = (line) => controller.enqueue(new TextEncoder().encode(`${line}\r\n`));
        },
      });
    };
    const say = (line: string, isKept: boolean): void => {
      clearInterval(repeating);
      send(line);
      if (isKept) repeating = window.setInterval(() => send(line), 200);
    };
    const port = { readable: null as ReadableStream<Uint8Array> | null, open: async () => open(), close: async () => undefined };
    Object.defineProperty(navigator, "serial", { configurable: true, value: { requestPort: async () => port } });
    Object.defineProperty(window, key, { value: say });
  }, name);
  const say = (line: string, isKept: boolean) =>
    page.evaluate(
      (key: string, sent: string, kept: boolean) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- set above
        (window as unknown as Record<string, (line: string, isKept: boolean) => void>)[key]?.(sent, kept);
      },
      name,
      line,
      isKept,
    );
  return { says: (line) => say(line, false), keepsSaying: (line) => say(line, true) };
}
