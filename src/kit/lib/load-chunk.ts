/** A chunk of the application failed to load; only reloading the page helps. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super("a part of the application could not be loaded", { cause });
    this.name = "ChunkError";
  }
}

/** How long a chunk may take to load (specification, sections 8 and 9). */
export const chunkTimeoutMs = 120_000;

/**
 * Loads a chunk of the application.
 * @param load the dynamic import
 * @throws ChunkError when it fails or takes longer than 120 s
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not loaded within ${chunkTimeoutMs} ms`)), chunkTimeoutMs);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    throw new ChunkError(error);
  } finally {
    clearTimeout(timer);
  }
}
