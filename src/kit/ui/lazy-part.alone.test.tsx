// @vitest-environment jsdom
import type { ReactNode } from "react";
import { act, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { beforeAll, expect, test, vi } from "vitest";
import { ChunkError } from "#src/kit/lib/load-chunk.ts";
import { lazyPart } from "./lazy-part.ts";

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

function openPage() {
  const page = document.createElement("main");
  const root = createRoot(page);
  return { page, draw: (node: ReactNode) => root.render(<Suspense fallback="waiting">{node}</Suspense>) };
}

test("a part is loaded once, when it is first rendered", async () => {
  const load = vi.fn<() => Promise<typeof Greeting>>(async () => Greeting);
  const Part = lazyPart(load);
  const { page, draw } = openPage();
  expect(load).not.toHaveBeenCalled();
  await act(async () => draw(<Part name="Ann" />));
  await act(async () => draw(<Part name="Bo" />));
  expect(page.textContent).toBe("Hello Bo");
  expect(load).toHaveBeenCalledTimes(1);
});

test("a preloaded part is rendered at once, without its fallback", async () => {
  const Part = lazyPart(async () => Greeting);
  await Part.preload();
  const { page, draw } = openPage();
  act(() => draw(<Part name="Ann" />));
  expect(page.textContent).toBe("Hello Ann");
});

test("a part that failed to load is requested again", async () => {
  const load = vi.fn<() => Promise<typeof Greeting>>(async () => Greeting).mockRejectedValueOnce(new Error("offline"));
  const Part = lazyPart(load);
  await expect(Part.preload()).rejects.toThrow(ChunkError);
  await Part.preload();
  const { page, draw } = openPage();
  act(() => draw(<Part name="Ann" />));
  expect(page.textContent).toBe("Hello Ann");
});
