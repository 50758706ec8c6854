import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'

/** The files that import each file, by path relative to the project. */
export type Importers = ReadonlyMap<string, readonly string[]>

/** Reads which of `files` import which; other specifiers, such as packages, are left out. */
export function readImporters(root: string, files: readonly string[]): Importers {
  const known = new Set(files)
  const importers = new Map<string, string[]>()
  for (const file of files) {
    for (const imported of importsOf(root, file)) {
      if (known.has(imported)) importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  }
  return importers
}

function importsOf(root: string, file: string): string[] {
  if (!/\.(?:ts|vue)$/.test(file) || !existsSync(join(root, file))) return []
  const text = readFileSync(join(root, file), 'utf8')
  const script = file.endsWith('.vue')
    ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((one) => one[1]).join('\n')
    : text
  return ts
    .preProcessFile(script, true, true)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => posix.join(posix.dirname(file), fileName.replace(/\?.*$/, '')))
}

/** Returns how many imports lie between each reachable file and the nearest of `changed`, nearest first; 0 for those themselves. */
export function distancesFrom(importers: Importers, changed: readonly string[]): Map<string, number> {
  const distances = new Map(changed.map((file) => [file, 0]))
  // A map iterates over what is added to it on the way.
  for (const [file, distance] of distances) {
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1)
    }
  }
  return distances
}
