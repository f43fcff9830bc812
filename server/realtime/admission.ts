import type { RefusalName } from "#src/api/codes.ts";
import type { Topic } from "#src/api/define-topic.ts";
import { refuse } from "#src/lib/result.ts";
import type { Result } from "#src/lib/result.ts";
import { csrfMatches, openSession } from "#server/http/authenticate.ts";
import type { Actor } from "#server/http/context.ts";
import type { Services } from "#server/services.ts";
import { mayHear } from "./topics.ts";

/** Who comes, and what they want to hear. */
export interface Claim {
  readonly token: string;
  readonly topics: Iterable<string>;
}

/** Decides who may listen to what. */
export interface Admission {
  /**
   * Looks the session up and holds the topics against it.
   * @returns the actor; or why not, as a call would be refused: one topic that is unknown or not for this session refuses them all
   * @throws what the database says
   */
  check(claim: Claim): Promise<Result<Actor, RefusalName>>;
  /** The same for tokens that came over the wire: the CSRF token must belong to the bearer token. */
  admit(claim: Claim, csrfToken: string): Promise<Result<Actor, RefusalName>>;
}

/** Makes the admission to these topics. */
export function openAdmission({ database, clock }: Pick<Services, "database" | "clock">, allowed: readonly Topic[]): Admission {
  async function check({ token, topics }: Claim): Promise<Result<Actor, RefusalName>> {
    const session = await database.begin((tx) => openSession(tx, token, clock.now()));
    return session.ok && !mayHear(allowed, session.value, topics) ? refuse("forbidden") : session;
  }
  return {
    check,
    admit: async (claim, csrfToken) => (csrfMatches(claim.token, csrfToken) ? check(claim) : refuse("csrfTokenError")),
  };
}
