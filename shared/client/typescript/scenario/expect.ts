import assert from "node:assert/strict";
import { at } from "./values.js";

/** Compares an outcome with what a step expects, path by path. */
export function compare(outcome: unknown, expected: Record<string, unknown>): void {
  for (const [path, want] of Object.entries(expected)) {
    const got = at(outcome, path);
    const [rule, argument] = ruleOf(want);
    try {
      rule(got, argument);
    } catch (cause) {
      throw new Error(`${path} is ${JSON.stringify(got)}, and should be ${JSON.stringify(want)}`, { cause });
    }
  }
}

type Rule = (got: unknown, argument: unknown) => void;

function ruleOf(want: unknown): [Rule, unknown] {
  if (typeof want === "object" && want !== null) {
    const [name = ""] = Object.keys(want);
    const rule = rules[name];
    if (rule) return [rule, (want as Record<string, unknown>)[name]];
    assert(!name.startsWith("$"), `there is no rule ${name}`);
  }
  return [assert.deepEqual, want];
}

const rules: Record<string, Rule> = {
  $matches(got, pattern) {
    assert(typeof got === "string");
    assert.match(got, new RegExp(String(pattern)));
  },
  $not: assert.notDeepEqual,
  $at_least(got, least) {
    assert(typeof got === "number" && got >= Number(least));
  },
  $length(got, length) {
    assert(Array.isArray(got) && got.length === length);
  },
  $in_order(got, order) {
    assert(Array.isArray(got) && Array.isArray(order));
    assert.equal(got[0], order[0]);
    const places = got.map((element) => order.indexOf(element));
    assert(places.every((place, i) => place >= 0 && place >= (places[i - 1] ?? 0)));
  },
  $sorted(got, list) {
    assert(Array.isArray(got));
    assert.deepEqual(got.toSorted(compareValues), list);
  },
};

function compareValues(a: unknown, b: unknown): number {
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}
