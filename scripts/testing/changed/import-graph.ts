import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'

/** A file that depends on another, and how far that is: 1 for an import. */
export interface Importer {
  readonly file: string
  readonly distance: number
}
/** The files that depend on each file, by path relative to the project. */
export type Importers = ReadonlyMap<string, readonly Importer[]>

/** How far a lazy import is. The router imports every screen lazily, and each test of the page the router. */
const LAZY = 10
/** Opens the page of a test by its address, so that no import shows which screen the test is about. */
const MOUNTS = 'src/testing/renderer/mount-till.ts'

/**
 * Reads which of `files` depend on which; other specifiers, such as packages, are left out. A test that mounts the page depends on the
 * screens of its own folder, and only through the router on all others.
 */
export function readImporters(root: string, files: readonly string[]): Importers {
  const known = new Set(files)
  const importers = new Map<string, Importer[]>()
  const add = (imported: string, importer: Importer): void => {
    if (known.has(imported)) importers.set(imported, [...(importers.get(imported) ?? []), importer])
  }
  for (const file of files) {
    const imports = importsOf(root, file)
    for (const { file: imported, distance } of imports) add(imported, { file, distance })
    if (!isTest(file) || !imports.some((one) => one.file === MOUNTS)) continue
    const folder = `${posix.dirname(file)}/`
    for (const one of files) if (one.startsWith(folder) && !isTest(one)) add(one, { file, distance: 1 })
  }
  return importers
}

const isTest = (file: string): boolean => file.endsWith('.test.ts')

function importsOf(root: string, file: string): Importer[] {
  if (!/\.(?:ts|vue)$/.test(file) || !existsSync(join(root, file))) return []
  const text = readFileSync(join(root, file), 'utf8')
  const script = file.endsWith('.vue')
    ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((one) => one[1]).join('\n')
    : text
  // A test imports lazily what it has to prepare first.
  const lazy = isTest(file) ? [] : [...script.matchAll(/(?<!typeof )\bimport\('([^']+)'\)/g)].map(([, name]) => name)
  return ts
    .preProcessFile(script, true, true)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => ({
      file: posix.join(posix.dirname(file), fileName.replace(/\?.*$/, '')),
      distance: lazy.includes(fileName) ? LAZY : 1,
    }))
}

/** Returns how far each dependent file is from the nearest of `changed`; 0 for those themselves. */
export function distancesFrom(importers: Importers, changed: readonly string[]): Map<string, number> {
  const distances = new Map(changed.map((file) => [file, 0]))
  /** The files to visit, by their distance. */
  const waiting = [[...changed]]
  for (let distance = 0; distance < waiting.length; distance++) {
    for (const file of waiting[distance] ?? []) {
      if (distances.get(file) !== distance) continue
      for (const importer of importers.get(file) ?? []) {
        const total = distance + importer.distance
        if (total >= (distances.get(importer.file) ?? Infinity)) continue
        distances.set(importer.file, total)
        ;(waiting[total] ??= []).push(importer.file)
      }
    }
  }
  return distances
}
