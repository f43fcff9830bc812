import { useRef, useState } from "react";
import { useCaller } from "#src/kit/api/call-hooks.tsx";
import { CallProblem, newKey } from "#src/kit/api/client.ts";
import type { Texts } from "#src/kit/api/envelope.ts";
import { clientTexts } from "#src/kit/api/client-texts.ts";
import { getProblemTexts } from "#src/kit/api/problem.rules.ts";
import { uploadImages } from "./files.contract.ts";

/** An image that is uploading, or whose upload failed. A retry sends the same idempotency key, so the image is stored once. */
export interface Upload {
  readonly key: string;
  readonly file: File;
  /** why the upload failed; null while it is running */
  readonly problem: Texts | null;
}

export interface Uploads {
  readonly uploads: readonly Upload[];
  add(file: File): void;
  retry(upload: Upload): void;
  drop(upload: Upload): void;
}

/** Uploads images independently of each other. Calls `onStored` with each stored name. */
export function useUploads(onStored: (filename: string) => void): Uploads {
  const { client } = useCaller();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const ways = useRef(new Map<string, AbortController>());

  const without = (key: string) => setUploads((now) => now.filter((other) => other.key !== key));

  async function send(key: string, file: File): Promise<void> {
    const way = new AbortController();
    ways.current.set(key, way);
    try {
      const files = [{ field: "images", file, name: file.name }];
      const { result } = await client.call(uploadImages, {}, { files, idempotencyKey: key, isQuiet: true, signal: way.signal });
      without(key);
      for (const { filename } of result) onStored(filename);
    } catch (error) {
      if (way.signal.aborted) return;
      const problem = error instanceof CallProblem ? (getProblemTexts(error) ?? error.msg) : null;
      setUploads((now) => now.map((other) => (other.key === key ? { ...other, problem: problem ?? clientTexts.systemError } : other)));
      if (!(error instanceof CallProblem)) throw error;
    } finally {
      ways.current.delete(key);
    }
  }

  return {
    uploads,
    add(file) {
      const key = newKey();
      setUploads((now) => [...now, { key, file, problem: null }]);
      void send(key, file);
    },
    retry({ key, file }) {
      setUploads((now) => now.map((other) => (other.key === key ? { ...other, problem: null } : other)));
      void send(key, file);
    },
    drop({ key }) {
      ways.current.get(key)?.abort();
      without(key);
    },
  };
}
