import { create } from "zustand";

/** What was new when this visit began: it is marked as new until the person leaves, though the server knows that it was seen. */
export const useNews = create<{ readonly uuids: ReadonlySet<string> }>(() => ({ uuids: new Set() }));

/** Remembers what is new. */
export function rememberNews(uuids: readonly string[]): void {
  useNews.setState((before) => ({ uuids: new Set([...before.uuids, ...uuids]) }));
}

/** Nothing is new any more: the person has left. */
export function forgetNews(): void {
  useNews.setState({ uuids: new Set() });
}
