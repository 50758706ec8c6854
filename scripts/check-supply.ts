import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findSupplyProblems, type LockedPackage, type Manifest } from './supply/find-supply-problems.ts'
import { readLicence } from './supply/read-licence.ts'
import { runFlagless } from './run-script.ts'

const root = join(import.meta.dirname, '..')

/** Prints the problems of a folder's packages; returns whether there are none. */
function check(folder: string): boolean {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(root, folder, file), 'utf8'))
  const { packages } = read('package-lock.json') as { packages: Record<string, LockedPackage> }
  const inside = (path: string): string => join(root, folder, path)
  const problems = findSupplyProblems({
    manifest: read('package.json') as Manifest,
    packages,
    licenceOf: (path) => (existsSync(inside(path)) ? readLicence(inside(path)).licence : null),
    isBuilt: (path) => existsSync(join(inside(path), 'binding.gyp')),
  })
  console.log(`${join(folder, 'package-lock.json')}: ${Object.keys(packages).length - 1} packages`)
  for (const problem of problems) console.error(`  ${problem}`)
  return problems.length === 0
}

const help = `npm run check   checks where code comes from: exact versions, hashes, the public registry, install scripts, licences`

await runFlagless(help, () => {
  const results = ['.', 'packaging', 'campaigns/mutants/operators'].map(check)
  return results.every(Boolean) ? 0 : 1
})
