/** One numbered step of a database's shape: its place in the list is its number, its SQL runs once in a transaction. */
export interface Migration {
  readonly name: string
  readonly sql: string
}
