/** What a mailed link carries: the right to set a new password, or to become an operator. Null for none. */
export type MailedLink = { readonly kind: "reset" | "invitation"; readonly token: string } | null;

/**
 * Reads a mailed link.
 * @param query the address's query, as it stands there: the router would read a token of digits alone as a number
 */
export function mailedLinkOf(query: string): MailedLink {
  const given = new URLSearchParams(query);
  const token = given.get("token") ?? "";
  if (token !== "") return { kind: "reset", token };
  const invitation = given.get("invitation") ?? "";
  return invitation === "" ? null : { kind: "invitation", token: invitation };
}
