/**
 * Returns the SQL of a field in a column's JSON, such as `$.token.address`. It is NULL if that JSON is damaged: SQLite aborts a whole query
 * at invalid JSON.
 */
export function jsonField(column: string, path: string): string {
  return `json_extract(CASE WHEN json_valid(${column}) THEN ${column} END, '${path}')`
}
