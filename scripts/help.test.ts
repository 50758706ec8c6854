import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')
/** The project's programs, and how a developer starts each. */
const programs = [
  ...Object.entries(manifest.scripts).flatMap(([name, command]) => {
    const [, file] = /^node (\S+\.ts)$/.exec(command) ?? []
    return file === undefined ? [] : [{ name, file, usage: new RegExp(`npm (?:run )?${name}\\b`) }]
  }),
  { name: 'e2e/gallery/shoot.ts', file: 'e2e/gallery/shoot.ts', usage: /npm exec -c 'node e2e\/gallery\/shoot\.ts\b/ },
]

describe('--help', () => {
  it.each(programs)('of $name shows its usage and defaults, and runs nothing', ({ file, usage }) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, '--help'], { cwd: root, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(usage)
    expect(stdout).not.toMatch(/^\{/m)
    const source = readFileSync(join(root, file), 'utf8')
    for (const [, flag, value] of source.matchAll(/'?([\w-]+)'?: \{ type: 'string', default: '(\d+)' \}/g)) {
      expect(stdout).toContain(`--${flag} ${value}`)
    }
  })
})
