// Runs the scenario of all clients (shared/client/scenario) against the service at SCENARIO_URL.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Biom } from "../src/index.js";
import { calls, errorOutcome } from "./calls.js";
import { compare } from "./expect.js";
import { repository, samples, setting } from "./settings.js";
import { at, filled } from "./values.js";

interface Step {
  name: string;
  as?: string;
  call: string;
  with?: Record<string, unknown>;
  expect?: Record<string, unknown>;
  error?: Record<string, unknown>;
  save?: Record<string, string>;
}

test("scenario", async (t) => {
  const baseURL = setting("SCENARIO_URL");
  const keys = JSON.parse(setting("SCENARIO_KEYS")) as Record<string, string>;
  const scenario = JSON.parse(await readFile(new URL("shared/client/scenario/scenario.json", repository), "utf8")) as {
    documents: Record<string, unknown>;
    steps: Step[];
  };
  const sources = { samples, documents: scenario.documents };
  const saved: Record<string, unknown> = { run: crypto.randomUUID() };

  for (const step of scenario.steps) {
    await t.test(step.name, async () => {
      const biom = new Biom({ baseURL, apiKey: step.as && keys[step.as] });
      const call = calls[step.call];
      assert(call, `there is no call ${step.call}`);
      const given = (value: unknown) => filled(value ?? {}, saved) as Record<string, unknown>;
      let outcome: unknown;
      try {
        outcome = await call(biom, given(step.with), sources);
      } catch (error) {
        if (!step.error) throw error;
        return compare(errorOutcome(error), given(step.error));
      }
      assert(!step.error, "the call did not fail");
      compare(outcome, given(step.expect));
      for (const [name, path] of Object.entries(step.save ?? {})) saved[name] = at(outcome, path);
    });
  }
});
