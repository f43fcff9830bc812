import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { builtFrom, hashOfSources } from "../web/build/sources.ts";
import { runBeside } from "./run.ts";

const ownFolder = resolve(".output/web");

/**
 * Takes the built web application away where it was made from other sources than those that are here: until there is a new one, a server says
 * that there is none, and never shows what is no more.
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
 * @throws Error where the build fails
 */
export async function buildWeb(): Promise<void> {
  await runBeside("The build of the web application", "npm", ["run", "-s", "build:web"]);
}
