/** Something that cannot be done, in one line for the person. */
export class Refusal extends Error {}

/** Describes an operating system's error. */
export function describeSystemError(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  const known: Readonly<Record<string, string>> = {
    ENOENT: "no such file or folder",
    EACCES: "not allowed",
    EISDIR: "it is a folder",
    ENOSPC: "the disk is full",
    ENXIO: "nothing reads from it",
    ELOOP: "the symbolic link leads in a circle",
  };
  return known[code] ?? (code === "" ? String(error) : code);
}
