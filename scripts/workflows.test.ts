import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import packaging from '../packaging/package.json' with { type: 'json' }
import manifest from '../package.json' with { type: 'json' }

const folder = join(import.meta.dirname, '../.github/workflows')
const workflows = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)

/** Returns every value of a key, at any place. */
const valuesOf = (text: string, key: string): string[] =>
  [...text.matchAll(new RegExp(`^\\s*(?:- )?${key}: ?(.*)$`, 'gm'))].map(([, value]) => value ?? '')

/** The commands that run no script of the project. */
const others = [
  'npm ci',
  'npm ci --prefix packaging',
  'npm exec -- install-electron',
  'sudo apt-get install --yes --no-install-recommends rpm',
  'sudo apt-get install --yes --no-install-recommends rpm squashfs-tools',
  'sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0',
  'xcrun stapler validate dist/mac/Till.app',
  'xcrun stapler validate dist/mac-arm64/Till.app',
  '|',
]

describe.each(workflows)('the workflow %s', (_name, text) => {
  it('uses only actions pinned by their full commit', () => {
    const used = valuesOf(text, 'uses')
    expect(used.length).toBeGreaterThan(0)
    for (const action of used) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('has read permission only, except where it makes a release', () => {
    expect(text).toMatch(/^permissions:(?: \{\}|\n {2}contents: read\n\n)/m)
    const [, publishing = ''] = text.split(/^ {2}publish:$/m)
    expect(text.replace(publishing, '')).not.toMatch(/: write|write-all/)
    expect(text).not.toMatch(/pull_request_target|npm install/)
    expect(valuesOf(text, 'persist-credentials')).toEqual(
      valuesOf(text, 'uses').flatMap((one) => (one.includes('/checkout@') ? ['false'] : [])),
    )
  })

  it('puts no outsider’s text into a command', () => {
    for (const [line] of text.matchAll(/^.*\$\{\{.*$/gm))
      expect(line).toMatch(
        /\$\{\{ (?:matrix\.os|secrets\.(?:(?:WIN_)?CSC|APPLE)_\w+|vars\.TILL_UPDATES_\w+|github\.(?:ref|token)) \}\}/,
      )
    expect(valuesOf(text, 'run').join('\n')).not.toContain('${{')
  })

  it('runs existing scripts only, on all three systems', () => {
    expect(text).toContain('os: [ubuntu-24.04, macos-15, windows-2025]')
    for (const command of valuesOf(text, 'run')) {
      const [, script, elsewhere] =
        /npm (?:run )?(test|check|build|probe-electron|test:packaging)( --prefix packaging)?$/.exec(command) ?? []
      if (script !== undefined) expect(Object.keys((elsewhere ? packaging : manifest).scripts)).toContain(script)
      else expect(others).toContain(command)
    }
  })
})

it('checks every change and releases on tags only', () => {
  const byName = Object.fromEntries(workflows)
  expect(Object.keys(byName).toSorted()).toEqual(['check.yml', 'release.yml'])
  expect(byName['check.yml']).toMatch(/^on:\n {2}push:\n {4}branches: \[main\]\n {2}pull_request:$/m)
  expect(byName['release.yml']).toMatch(/^on:\n {2}push:\n {4}tags: \['v\*'\]\n\n/m)
})

it('uploads every package that electron-builder makes, and gives each system its own certificate only', () => {
  const release = readFileSync(join(folder, 'release.yml'), 'utf8')
  for (const kind of ['AppImage', 'deb', 'rpm', 'dmg', 'exe']) expect(release).toContain(`dist/*.${kind}\n`)
  const steps = release.split(/^ {6}- /m).filter((step) => step.includes('npm run build --prefix packaging'))
  expect(steps.map((step) => [/runner\.os == '(\w+)'/.exec(step)?.[1], step.match(/secrets\.\w+/g) ?? []])).toEqual([
    ['Linux', []],
    [
      'macOS',
      ['CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'].map(
        (name) => `secrets.${name}`,
      ),
    ],
    ['Windows', ['secrets.WIN_CSC_LINK', 'secrets.WIN_CSC_KEY_PASSWORD']],
  ])
})
