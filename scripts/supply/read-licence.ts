import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Stated {
  readonly name: string
  readonly version: string
  readonly license?: string
  /** The form of old packages. */
  readonly licenses?: readonly { readonly type: string }[]
}

/** Reads name, version and licence (an SPDX expression or null) of an installed package; throws where `folder` has none. */
export function readLicence(folder: string): { name: string; version: string; licence: string | null } {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Stated
  return { name, version, licence: license ?? licenses?.map(({ type }) => type).join(' OR ') ?? null }
}
