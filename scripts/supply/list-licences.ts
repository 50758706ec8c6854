import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { isPermissive } from './find-supply-problems.ts'
import { readLicence } from './read-licence.ts'

/**
 * Writes `licences.txt` into the build: every bundled package with its licence; fails the build for one without a permissive licence.
 * `inStyles` lists the folders of packages that style sheets import, which no module shows.
 */
export function listLicences(inStyles: readonly string[] = []): Plugin {
  return {
    name: 'till-licences',
    generateBundle() {
      const folders = [...this.getModuleIds()].flatMap((id) => folderOf(id) ?? [])
      const all = new Set([...folders, ...inStyles])
      const source = [...all]
        .map(describeLicence)
        .toSorted()
        .join(`\n\n${'-'.repeat(80)}\n\n`)
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source })
    },
  }
}

/** Returns the package folder of a module; null for the project's own and for virtual modules. */
export function folderOf(id: string): string | null {
  return /^(\/.*|[A-Za-z]:.*)?[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+(?=[/\\])/.exec(id)?.[0] ?? null
}

/** Returns a package's name, version, licence and its text; throws where the licence is not permissive. */
export function describeLicence(folder: string): string {
  const { name, version, licence } = readLicence(folder)
  if (licence === null || !isPermissive(licence)) throw new Error(`${name} may not be part of Till: ${licence}`)
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return [`${name} ${version}: ${licence}`, ...texts].join('\n\n')
}
