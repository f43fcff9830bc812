import type { ComponentType, FunctionComponent } from "react";
import { createElement, use } from "react";
import { loadChunk } from "#src/kit/lib/load-chunk.ts";

/** A component whose chunk is loaded when it is first drawn, or before. */
export type LazyPart<P> = FunctionComponent<P> & {
  /** Loads it now, so that it is drawn at once later. @throws ChunkError when it cannot be loaded */
  readonly preload: () => Promise<void>;
};

/** Loads a component. The promise has React's `status` and `value`, so that `use` reads a loaded one without suspending. */
function begin<P>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  const loading = loadChunk(load);
  loading.then(
    (value) => Object.assign(loading, { status: "fulfilled", value }),
    () => null,
  );
  return loading;
}

/**
 * A component in a chunk of its own, loaded when it is first drawn. React's `lazy` alone waits for ever, and draws nothing at first even when the
 * chunk is there.
 * @throws ChunkError as it is drawn, when it cannot be loaded within 120 s: the screen then offers to reload
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loading: Promise<ComponentType<P>> | null = null;
  const preload = async (): Promise<void> => {
    loading ??= begin(load);
    try {
      await loading;
    } catch (error) {
      // The next try loads it again.
      loading = null;
      throw error;
    }
  };
  const Part = (props: P) => createElement(use((loading ??= begin(load))), props);
  return Object.assign(Part, { preload });
}
