import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { packStub, type Platform } from './pack-stub.ts'
import { useSystemTools } from './system-tools.ts'

// `npm run build:stub --prefix packaging`: packs the built app for this system over an Electron that runs nothing.
const folder = join(import.meta.dirname, '../../dist/stub')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
try {
  const isLinux = process.platform === 'linux'
  const tools = isLinux ? useSystemTools(folder) : {}
  console.log(packStub(folder, process.platform as Platform, process.argv.slice(2), tools).printed)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
