/** The token of a mailed link: to set a new password, or to accept an invitation as an operator. Null for none. */
export type MailedLink = { readonly kind: "reset" | "invitation"; readonly token: string } | null;

/**
 * Parses a mailed link.
 * @param query the raw query of the address, because the router would parse a token of digits as a number
 */
export function parseMailedLink(query: string): MailedLink {
  const given = new URLSearchParams(query);
  const token = given.get("token") ?? "";
  if (token !== "") return { kind: "reset", token };
  const invitation = given.get("invitation") ?? "";
  return invitation === "" ? null : { kind: "invitation", token: invitation };
}
