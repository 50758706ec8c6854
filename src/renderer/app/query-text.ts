/** The text of a query value, or null where it is absent or given more than once. */
export function queryText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
