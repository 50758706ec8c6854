/** A numbered step of a database's schema: its SQL runs once, in its own transaction. */
export interface Migration {
  /** The file's `user_version` after the SQL; higher than that of every earlier migration. */
  readonly version: number
  readonly name: string
  readonly sql: string
}

/** Returns the version of a file after all migrations. */
export function newestVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0
}

/** Thrown for a database file that this Till must not touch, because its version is unknown. */
export class UnknownVersionError extends Error {
  override readonly name = 'UnknownVersionError'
  readonly age: 'too-old' | 'newer'

  constructor(file: string, age: 'too-old' | 'newer') {
    super(
      age === 'newer'
        ? `A newer version of Till wrote ${file}. Nothing was changed. Open it with that version.`
        : `A development version of Till, from before its first release, wrote ${file}. This version cannot read it. ` +
            'Nothing was changed. Open it with the version that wrote it, or start Till with another --data-dir.',
    )
    this.age = age
  }
}

/** Throws an UnknownVersionError unless a file's version is 0, for an empty file, or that of a migration. */
export function assertVersionKnown(file: string, version: number, migrations: readonly Migration[]): void {
  if (version === 0 || migrations.some((migration) => migration.version === version)) return
  throw new UnknownVersionError(file, version > newestVersion(migrations) ? 'newer' : 'too-old')
}
