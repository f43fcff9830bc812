/** The answer of a bench's worker: the file's size, or the error. */
export type Answer = { ok: true; bytes: number } | { ok: false; detail: string };

interface Scope {
  postMessage(answer: Answer, transfer: readonly []): void;
  addEventListener(type: "message", listen: (event: MessageEvent<number>) => void): void;
}

/** Has a worker write files of a requested number of rows. */
export function answerOrders(write: (rows: number) => Promise<Blob>): void {
  const scope = globalThis as unknown as Scope;
  scope.addEventListener("message", ({ data }) => {
    write(data).then(
      (file) => scope.postMessage({ ok: true, bytes: file.size }, []),
      (error: unknown) => scope.postMessage({ ok: false, detail: String(error) }, []),
    );
  });
}
