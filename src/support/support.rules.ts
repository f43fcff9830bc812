/** What people write about. */
export const supportTopics = ["counts", "blocked", "export", "payment", "device", "privacy", "other"] as const;
export type SupportTopic = (typeof supportTopics)[number];

/** Most characters of a message. */
export const messageLimit = 4000;

/** Why a message is not taken: the name of its code, or null where it is. */
export function messageRefusal(message: string): "support.messageRequired" | "support.messageTooLong" | null {
  if (message.trim().length < 10) return "support.messageRequired";
  return message.length > messageLimit ? "support.messageTooLong" : null;
}
