/** Returns the text of a query value, or null if it is absent or given more than once. */
export function queryText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
