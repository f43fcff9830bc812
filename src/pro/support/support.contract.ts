import { z } from "zod";
import { getEmailRefusal } from "#src/company/accounts/accounts.rules.ts";
import { defineCall, query, ruled } from "#src/kit/api/define-call.ts";
import { listInput, listOutput } from "#src/kit/api/list.ts";
import { sendRequestAddress } from "./support-addresses.ts";
import { getMessageRefusal, supportTopics } from "./support.rules.ts";

const time = z.iso.datetime();
const language = z.enum(["en_us", "zh_cn"]);
/** Plain text: line breaks and tabs, no other control characters, no lone surrogates. */
const plainText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u);

export const sendRequest = defineCall({
  ...sendRequestAddress,
  summary: "Sends a message to support. Site administrators answer it by e-mail.",
  roles: "anyone",
  input: z.strictObject({
    email: ruled(z.string().max(254), getEmailRefusal),
    topic: z.enum(supportTopics),
    message: ruled(plainText(20_000), getMessageRefusal),
    /** the page it is about, as given by the user; empty for none */
    page: plainText(500).default(""),
    language,
    /** a honeypot field that people do not see */
    website: z.string().max(500).default(""),
    /** how long the form was open, in ms: people take a few seconds */
    open_ms: z.int().min(0).default(0),
  }),
  output: z.object({ number: z.string() }),
  codes: ["accounts.emailShape", "support.messageRequired", "support.messageTooLong", "support.tooOften"],
});

const request = z.object({
  request_uuid: z.uuid(),
  number: z.string(),
  email: z.string(),
  topic: z.enum(supportTopics),
  message: z.string(),
  page: z.string(),
  language,
  status: z.enum(["OPEN", "ANSWERED"]),
  answer: z.string(),
  answered_at: time.nullable(),
  version: z.int(),
  created_at: time,
});

export const listRequests = defineCall({
  name: "support.list-requests",
  method: "GET",
  path: "/api/support/list-requests",
  summary: "Lists the messages to support, newest first.",
  roles: ["siteAdmin"],
  input: z.strictObject({ ...listInput, status: query.list(z.enum(["OPEN", "ANSWERED"]), 2) }),
  output: listOutput(request),
  codes: [],
});

export const answerRequest = defineCall({
  name: "support.answer-request",
  method: "POST",
  path: "/api/support/answer-request",
  summary: "Answers a message by e-mail, once.",
  roles: ["siteAdmin"],
  input: z.strictObject({ request_uuid: z.uuid(), version: z.int(), answer: ruled(plainText(20_000), getMessageRefusal) }),
  output: request,
  codes: ["changedMeanwhile", "support.messageRequired", "support.messageTooLong"],
});
