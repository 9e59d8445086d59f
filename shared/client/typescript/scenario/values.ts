/** Returns what stands at a path such as a.b, a[0], a[-1] or a[*].b; null if there is nothing. */
export function at(value: unknown, path: string): unknown {
  return walk(value, path.match(/[^.[\]]+/g) ?? []);
}

function walk(value: unknown, [step, ...rest]: string[]): unknown {
  if (step === undefined) return value ?? null;
  if (typeof value !== "object" || value === null) return null;
  if (!Array.isArray(value)) return walk((value as Record<string, unknown>)[step], rest);
  if (step !== "*") return walk(value.at(Number(step)), rest);
  return value.map((element) => walk(element, rest)).filter((found) => found !== null);
}

/** Replaces ${name} and ${name.path} in a value by what was saved. */
export function filled(value: unknown, saved: Record<string, unknown>): unknown {
  if (typeof value === "string") {
    const whole = /^\$\{([^}]+)\}$/.exec(value)?.[1];
    if (whole !== undefined) return at(saved, whole);
    return value.replace(/\$\{([^}]+)\}/g, (_, path: string) => String(at(saved, path)));
  }
  if (Array.isArray(value)) return value.map((element) => filled(element, saved));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member, saved)]));
}
