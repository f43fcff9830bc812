import type { RouteComponent } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import { createElement, use } from "react";
import { loadRest } from "#src/i18n/warehouse.ts";
import type { Place } from "./places.ts";
import type { LoadScreen } from "./screens.ts";
import { screens } from "./screens.ts";
import { LaterScreen } from "./shell/later.screen.tsx";

/** A part of the application that did not come: whoever sees this is offered to load the page anew. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super("a part of the application could not be loaded", { cause });
    this.name = "ChunkError";
  }
}

/** How long a part of the application may take to load (specification, sections 8 and 9). */
export const chunkTimeoutMs = 120_000;

/** The component of a chunk, or a ChunkError where it fails or takes longer than 120 s. */
async function loadChunk<T>(load: () => Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    throw new ChunkError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** The screen of a place as a route's component. A place without a screen says that it comes later. */
export function lazyScreen(place: Place): RouteComponent {
  const load = screens[place.name];
  if (load === undefined) return () => <LaterScreen place={place} />;
  return lazily(firstScreens.has(place.name) ? load : () => withItsTexts(load));
}

/** What is drawn before anything else was: their texts are there from the start. */
const firstScreens: ReadonlySet<string> = new Set(["p-login", "ds-login", "p-home", "ds-home", "404"]);

async function withItsTexts(load: LoadScreen): Promise<ComponentType> {
  const [screen] = await Promise.all([load(), loadRest()]);
  return screen;
}

/** A component that is loaded when it is needed, or shortly before. */
export function lazily(load: LoadScreen): RouteComponent {
  let loading: Promise<ComponentType> | null = null;
  const preload = async (): Promise<void> => {
    loading ??= loadChunk(load, chunkTimeoutMs);
    try {
      await loading;
    } catch (error) {
      // The next try asks again.
      loading = null;
      throw error;
    }
  };
  function Screen(): ReactNode {
    return createElement(use((loading ??= loadChunk(load, chunkTimeoutMs))));
  }
  return Object.assign(Screen, { preload });
}
