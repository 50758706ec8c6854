import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Stated {
  readonly name: string
  readonly version: string
  readonly license?: string
  /** How old packages state it. */
  readonly licenses?: readonly { readonly type: string }[]
}

/** What an installed package states of itself; `licence` is an SPDX expression or null. Throws where none is installed in `folder`. */
export function readLicence(folder: string): { name: string; version: string; licence: string | null } {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Stated
  return { name, version, licence: license ?? licenses?.map(({ type }) => type).join(' OR ') ?? null }
}
