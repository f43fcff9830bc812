/** How long the browser may take to begin with the file before its address is given back. */
const keepMs = 60_000;

/** Has the browser save bytes as a file of this name. */
export function saveBlob(blob: globalThis.Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), keepMs);
}
