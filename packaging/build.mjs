import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { getRepositoryInfo } from 'app-builder-lib/out/util/repositoryInfo.js'
import { chooseTargets, describeLack } from './choose-targets.ts'

const root = join(import.meta.dirname, '..')
const builder = createRequire(import.meta.url).resolve('electron-builder/cli.js')
const settings = ['--projectDir', '..', '--config', 'packaging/electron-builder.json', '--publish', 'never']

/** Returns whether electron-builder will find a homepage, by its own rules. */
async function hasHomepage(flags) {
  if (flags.some((flag) => /^(?:-c|--config)\.extraMetadata\.homepage(?:=|$)/.test(flag))) return true
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return manifest.homepage !== undefined || (await getRepositoryInfo(root, manifest, manifest))?.type === 'github'
}

async function build(given) {
  const { flags, left } = chooseTargets(given, process.platform, await hasHomepage(given))
  const { status } = spawnSync(process.execPath, [builder, ...settings, ...flags], {
    // It resolves its hooks from here.
    cwd: import.meta.dirname,
    stdio: 'inherit',
  })
  if (status === 0 && left.length > 0) console.log(describeLack(left))
  return status ?? 1
}

try {
  process.exitCode = await build(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
