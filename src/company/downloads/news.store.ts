import { create } from "zustand";

/** The downloads that were new when the visit began. They stay marked as new until the user leaves, although the server has stored them as seen. */
export const useNews = create<{ readonly uuids: ReadonlySet<string> }>(() => ({ uuids: new Set() }));

/** Adds new downloads. */
export function rememberNews(uuids: readonly string[]): void {
  useNews.setState((before) => ({ uuids: new Set([...before.uuids, ...uuids]) }));
}

/** Clears the marks when the user leaves. */
export function forgetNews(): void {
  useNews.setState({ uuids: new Set() });
}
