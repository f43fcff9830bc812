/** The topics of messages. */
export const supportTopics = ["counts", "blocked", "export", "payment", "device", "privacy", "other"] as const;
export type SupportTopic = (typeof supportTopics)[number];

/** The maximum length of a message. */
export const messageLimit = 4000;

/** Returns why a message is refused, as a code's name; null if it is valid. */
export function getMessageRefusal(message: string): "support.messageRequired" | "support.messageTooLong" | null {
  if (message.trim().length < 10) return "support.messageRequired";
  return message.length > messageLimit ? "support.messageTooLong" : null;
}
