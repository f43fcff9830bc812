import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const text = /\.(js|css|svg|json|txt|ico)$/;
/** Smaller files fit into one packet, so compression gains nothing. In bytes. */
const fromBytes = 1000;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length <= fromBytes) return;
  const [br, gz] = await Promise.all([
    toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    toGzip(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

/** Writes a `.br` and a `.gz` beside each text file of a build, so that the server need not compress responses. */
export function compressFiles(): Plugin {
  return {
    name: "quayside:compressed",
    apply: "build",
    writeBundle: {
      order: "post",
      sequential: true,
      async handler({ dir }) {
        if (dir === undefined) return;
        const names = await readdir(dir, { recursive: true });
        // Files beginning with a dot are the build's own and never served; HTML is filled in by the server.
        const served = names.filter((name) => text.test(name) && !name.startsWith("."));
        await Promise.all(served.map((name) => compress(join(dir, name))));
      },
    },
  };
}
