import type { SupportTopic } from "./support.rules.ts";
import { supportTopics } from "./support.rules.ts";

/** What somebody has written to support and not sent yet. */
export interface SupportDraft {
  readonly email: string;
  readonly topic: SupportTopic;
  readonly message: string;
  readonly page: string;
}

const key = "support.draft";
export const emptyDraft: SupportDraft = { email: "", topic: "counts", message: "", page: "" };

/** Reads the draft of this tab; whatever is none begins empty. */
export function readDraft(): SupportDraft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Partial<Record<keyof SupportDraft, unknown>> | null;
    const text = (name: keyof SupportDraft) => (typeof stored?.[name] === "string" ? stored[name] : "");
    const topic = supportTopics.find((one) => one === stored?.topic) ?? emptyDraft.topic;
    return { email: text("email"), topic, message: text("message"), page: text("page") };
  } catch {
    return emptyDraft;
  }
}

/** Keeps the draft in this tab; null forgets it. Storage that is full or closed keeps nothing, and nothing breaks. */
export function keepDraft(draft: SupportDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // What is written stays on the page.
  }
}
