import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '../..')

/** Returns the names that a built file imports. */
export function findImports(file: string): string[] {
  return ts
    .preProcessFile(readFileSync(join(root, file), 'utf8'), true, true)
    .importedFiles.map(({ fileName }) => fileName)
}

/** Returns the files that Electron's entry and its workers load, and the packages and built-ins that they import. */
export function findReach(): { files: string[]; packages: string[] } {
  const files = new Set(['out/main/index.js'])
  const packages = new Set<string>()
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    const workers = [...text.matchAll(/new URL\(["'`]([\w-]+\.js)["'`], ?import\.meta\.url\)/g)].map(
      ([, name]) => `./${name}`,
    )
    for (const name of [...workers, ...findImports(file)]) {
      if (name.startsWith('.')) files.add(posix.join(dirname(file), name))
      else packages.add(name)
    }
  }
  return { files: [...files], packages: [...packages] }
}
