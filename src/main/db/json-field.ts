/**
 * Returns the SQL of a field of a column's JSON, such as `$.token.address`. NULL where that JSON is damaged: SQLite ends a whole query at JSON
 * that it cannot read.
 */
export function jsonField(column: string, path: string): string {
  return `json_extract(CASE WHEN json_valid(${column}) THEN ${column} END, '${path}')`
}
