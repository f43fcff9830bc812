import { z } from "zod";
import { searchParam } from "#src/kit/api/search-param.ts";
import { signUpRoles } from "./accounts.rules.ts";

/** The sections of an account's page. */
export const accountSections = ["profile", "password", "look", "operators", "sessions"] as const;
export type AccountSection = (typeof accountSections)[number];

/** The action that led to the login page, which shows a notice about it. */
export const loginOrigins = ["signUp", "reset", "invitation"] as const;

/** The search parameters of both logins; `next` is the path to open after signing in. */
export const loginSearch = z.object({
  next: searchParam.text,
  username: searchParam.text,
  from: searchParam.oneOf(loginOrigins),
});

/** The search parameters of the password-reset page. Those of a mailed link are read and removed before anything else. */
export const resetSearch = z.object({ username: searchParam.text });

export const signUpSearch = z.object({ role: searchParam.oneOf(signUpRoles) });

export const accountSearch = z.object({ tab: searchParam.oneOf(accountSections) });
