import { existsSync, linkSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

// npm before 11.10 links Node's binary, then deletes the link together with those of the other systems' packages.
// This runs after every installation, on Node 20 too.
const isWindows = process.platform === 'win32'
const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
const folder = join(import.meta.dirname, '../node_modules')
const file = isWindows ? 'node.exe' : 'node'
const bin = join(folder, '.bin')

if (existsSync(join(folder, name)) && !existsSync(join(bin, 'node'))) {
  mkdirSync(bin, { recursive: true })
  if (isWindows) linkSync(join(folder, name, 'bin', file), join(bin, file))
  else symlinkSync(join('..', name, 'bin', file), join(bin, file))
}
