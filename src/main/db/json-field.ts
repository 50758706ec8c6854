/**
 * Returns the SQL of a field in a column's JSON, such as `$.token.address`. It is NULL if that JSON is damaged: SQLite aborts a whole query
 * at invalid JSON. Several fields are a JSON array.
 */
export function jsonField(column: string, ...paths: readonly string[]): string {
  const quoted = paths.map((path) => `'${path}'`).join(', ')
  return `json_extract(CASE WHEN json_valid(${column}) THEN ${column} END, ${quoted})`
}
