/** One numbered step of a database's schema: its SQL runs once, in a transaction of its own. */
export interface Migration {
  /** The file's `user_version` once the SQL has run; higher than the one of every migration before it. */
  readonly version: number
  readonly name: string
  readonly sql: string
}

/** Returns the version of a file that has seen every migration. */
export function newestVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0
}

/** A database file that this Till must not touch, because it does not know what its version means. */
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

/** Throws an UnknownVersionError unless a file's version is 0, which is that of an empty file, or the one of a migration. */
export function assertVersionKnown(file: string, version: number, migrations: readonly Migration[]): void {
  if (version === 0 || migrations.some((migration) => migration.version === version)) return
  throw new UnknownVersionError(file, version > newestVersion(migrations) ? 'newer' : 'too-old')
}
