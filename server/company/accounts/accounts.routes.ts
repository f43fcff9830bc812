import type { Implementation } from "#server/platform/http/context.ts";
import { passwordsRoutes } from "./passwords.routes.ts";
import { profileRoutes } from "./profile.routes.ts";
import { sessionsRoutes } from "./sessions.routes.ts";
import { signInRoutes } from "./sign-in.routes.ts";
import { signUpRoutes } from "./sign-up.routes.ts";

/** All calls of the slice. */
export const accountsRoutes: readonly Implementation[] = [
  ...signInRoutes,
  ...sessionsRoutes,
  ...signUpRoutes,
  ...passwordsRoutes,
  ...profileRoutes,
];
