import type { ComponentType, LazyExoticComponent } from "react";
import { lazy } from "react";
import { loadChunk } from "#src/lib/load-chunk.ts";

/**
 * A component in a chunk of its own, loaded when it is first drawn. React's `lazy` alone waits for ever.
 * @throws ChunkError as it is drawn, when it cannot be loaded within 120 s: the screen then offers to reload
 */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: await loadChunk(load) }));
}
