import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

/** Returns a variable of the environment that shared/client/scenario/README.md names. */
export function setting(name: string): string {
  const value = process.env[name];
  assert(value, `${name} is not set: see shared/client/scenario/README.md`);
  return value;
}

/** The repository: npm runs scripts in the package's folder. */
export const repository = pathToFileURL("../../../");

/** The sample reports. */
export const samples = new URL("testdata/samples/", repository);
