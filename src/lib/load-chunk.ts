/** A part of the application that could not be loaded: the page has to be loaded again to get it. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super("a part of the application could not be loaded", { cause });
    this.name = "ChunkError";
  }
}

/** How long a part of the application may take to load (specification, sections 8 and 9). */
export const chunkTimeoutMs = 120_000;

/**
 * Loads a part of the application.
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
