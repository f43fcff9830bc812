import type { SupportTopic } from "./support.rules.ts";
import { supportTopics } from "./support.rules.ts";

/** An unsent message to support. */
export interface SupportDraft {
  readonly email: string;
  readonly topic: SupportTopic;
  readonly message: string;
  readonly page: string;
}

const key = "support.draft";
export const emptyDraft: SupportDraft = { email: "", topic: "counts", message: "", page: "" };

/** Reads the draft of this tab; invalid data yields an empty draft. */
export function readDraft(): SupportDraft {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field is checked below
    const stored = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Partial<Record<keyof SupportDraft, unknown>> | null;
    const text = (name: keyof SupportDraft) => (typeof stored?.[name] === "string" ? stored[name] : "");
    const topic = supportTopics.find((one) => one === stored?.topic) ?? emptyDraft.topic;
    return { email: text("email"), topic, message: text("message"), page: text("page") };
  } catch {
    return emptyDraft;
  }
}

/** Saves the draft in this tab; null deletes it. Does nothing if storage is full or blocked. */
export function saveDraft(draft: SupportDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // The text stays on the page.
  }
}
