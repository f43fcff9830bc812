import type { RefusalName } from "#src/kit/api/codes.ts";
import type { Topic } from "#src/kit/api/define-topic.ts";
import { refuse } from "#src/kit/lib/result.ts";
import type { Result } from "#src/kit/lib/result.ts";
import { csrfMatches, openSession } from "#server/platform/http/authenticate.ts";
import type { Actor } from "#server/platform/http/context.ts";
import type { Services } from "#server/platform/services.ts";
import { mayHear } from "./topics.ts";

/** Who connects, and which topics they subscribe to. */
export interface Claim {
  readonly token: string;
  readonly topics: Iterable<string>;
}

/** Decides who may subscribe to what. */
export interface Admission {
  /**
   * Looks the session up and checks the topics against it.
   * @returns the actor; or the refusal that a call would get: one topic that is unknown or not allowed for this session refuses all
   * @throws errors of the database
   */
  check(claim: Claim): Promise<Result<Actor, RefusalName>>;
  /** The same for tokens that arrived over the socket: the CSRF token must belong to the bearer token. */
  admit(claim: Claim, csrfToken: string): Promise<Result<Actor, RefusalName>>;
}

/** Creates the admission to these topics. */
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
