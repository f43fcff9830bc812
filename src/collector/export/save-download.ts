import type { Downloads } from "webextension-polyfill";
import browser from "webextension-polyfill";

/**
 * Saves a file through the browser's downloads and waits until it is complete.
 * @returns its final name, which differs if a file of that name existed
 * @throws Error if the browser could not save it (disk full, no permission, cancelled by the person)
 */
export async function saveDownload(url: string, fileName: string): Promise<string> {
  const changes: Downloads.OnChangedDownloadDeltaType[] = [];
  const { promise: finished, resolve } = Promise.withResolvers<void>();
  const follow = (delta: Downloads.OnChangedDownloadDeltaType) => {
    changes.push(delta);
    resolveIfOver();
  };
  let downloadId: number | null = null;
  const resolveIfOver = () => {
    if (changes.some(({ id, state }) => id === downloadId && (state?.current === "complete" || state?.current === "interrupted")))
      resolve();
  };
  browser.downloads.onChanged.addListener(follow);
  try {
    downloadId = await browser.downloads.download({ url, filename: fileName, conflictAction: "uniquify", saveAs: false });
    // A small file may be finished before its id is known.
    resolveIfOver();
    await finished;
  } finally {
    browser.downloads.onChanged.removeListener(follow);
  }
  const [item] = await browser.downloads.search({ id: downloadId });
  if (item?.state === "interrupted") throw new Error(item.error ?? "interrupted");
  return item?.filename.split(/[/\\]/).at(-1) ?? fileName;
}
