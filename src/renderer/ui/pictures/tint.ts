/** Returns a hue (0–359), always the same for `name`, for the background of its picture. */
export function hueOf(name: string): number {
  let hash = 7
  for (const char of name) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 360_007
  return hash % 360
}
