import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const reasons: Readonly<Record<string, string>> = {
  EACCES: "cannot be written by this user",
  EPERM: "cannot be written by this user",
  EROFS: "is on a read-only file system",
  ENOSPC: "is on a full disk",
  EDQUOT: "is on a disk where this user's quota is used up",
  ENOTDIR: "is not a folder",
  EEXIST: "is not a folder",
};

/**
 * Creates the data folder if it is missing, for its owner alone, and checks that it is writable.
 * @throws Error of one line that names DATA_DIR, the folder and the reason
 */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.probe-${randomBytes(6).toString("hex")}`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(probe, "1", { flag: "wx", mode: 0o600 });
  } catch (error) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- thrown values are `unknown`; only optional fields are read
    const { code = "", message } = error as NodeJS.ErrnoException;
    throw new Error(`DATA_DIR: ${resolve(dataDir)} ${reasons[code] ?? `cannot be used (${message})`}`, { cause: error });
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}
