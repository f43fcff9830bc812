import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { builtFrom, hashOfSources } from "../web/build/sources.ts";
import { runBeside } from "./run.ts";

const ownFolder = resolve(".output/web");

/**
 * Deletes the built web application if its sources have changed: until there is a new one, a server reports that there is none, and never shows an
 * outdated one.
 * @param folder the one that the server serves; one that is not ours is somebody else's to build
 * @returns whether it has to be built
 */
export async function removeOldWebBuild(folder: string): Promise<boolean> {
  if (resolve(folder) !== ownFolder || (await builtFrom(ownFolder)) === (await hashOfSources(resolve(".")))) return false;
  await rm(ownFolder, { recursive: true, force: true });
  return true;
}

/**
 * Builds the web application while other work goes on.
 * @throws Error if the build fails
 */
export async function buildWeb(): Promise<void> {
  await runBeside("The build of the web application", "npm", ["run", "-s", "build:web"]);
}
