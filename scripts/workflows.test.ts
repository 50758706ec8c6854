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

/** Returns the commands of a job, in order, each with the system that alone runs it. */
function commandsOf(text: string, job: string): string[] {
  const [, rest = ''] = text.split(new RegExp(`^ {2}${job}:$`, 'm'))
  const [body = ''] = rest.split(/^ {2}\S/m)
  return body.split(/^ {6}- /m).flatMap((step) => {
    const [, command] = /^run: (.*)$/m.exec(step) ?? []
    const [, condition] = /^ {8}if: runner\.os (.*)$/m.exec(step) ?? []
    return command === undefined ? [] : [condition === undefined ? command : `${condition} ${command}`]
  })
}

const npm = /`npm install -g (npm@\d+\.\d+\.\d+)`/.exec(
  readFileSync(join(import.meta.dirname, '../README.md'), 'utf8'),
)?.[1]

/** The commands of every job. None may be missing: each is the only proof of what it checks. */
const required = {
  'check.yml': {
    check: [
      'npm ci',
      // A newer npm refuses a lockfile that an older one accepts.
      `npm exec --yes -- ${npm} ci --prefix packaging --dry-run`,
      "== 'Linux' sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0",
      'npm exec -- install-electron',
      "== 'Linux' xvfb-run --auto-servernum npm run probe-electron",
      "!= 'Linux' npm run probe-electron",
      "== 'Linux' xvfb-run --auto-servernum npm test",
      "!= 'Linux' npm test",
    ],
    packages: [
      'npm ci',
      "== 'Linux' sudo apt-get install --yes --no-install-recommends rpm squashfs-tools",
      'npm run test:packaging',
    ],
  },
  'release.yml': {
    installers: [
      'npm ci',
      'npm run check',
      'npm run build',
      'npm ci --prefix packaging',
      "== 'Linux' sudo apt-get install --yes --no-install-recommends rpm",
      // Named, so that the build fails where a package would be left out.
      "== 'Linux' npm run build --prefix packaging -- --linux AppImage deb rpm",
      "== 'macOS' npm run build --prefix packaging",
      // electron-builder only warns where it could not notarize.
      "== 'macOS' xcrun stapler validate dist/mac/Till.app",
      "== 'macOS' xcrun stapler validate dist/mac-arm64/Till.app",
      "== 'Windows' npm run build --prefix packaging",
    ],
    publish: ['|'],
  },
}

describe.each(workflows)('the workflow %s', (name, text) => {
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
      const [, script = 'test', elsewhere] = /npm run (\S+)( --prefix packaging)?/.exec(command) ?? []
      expect(Object.keys((elsewhere ? packaging : manifest).scripts)).toContain(script)
    }
  })

  it('runs every command that it needs, on its systems and in order, and no other', () => {
    const jobs = required[name as keyof typeof required]
    const found = Object.keys(jobs).map((job) => [job, commandsOf(text, job)])
    expect(Object.fromEntries(found)).toEqual(jobs)
    expect(valuesOf(text, 'run')).toHaveLength(Object.values(jobs).flat().length)
    expect(valuesOf(text, 'continue-on-error')).toEqual([])
  })
})

it('publishes nothing unless every kind of package is there', () => {
  const release = readFileSync(join(folder, 'release.yml'), 'utf8')
  const [, script = ''] = /run: \|\n((?: {10}.*\n)+)/.exec(release) ?? []
  const [change, list, ...others] = script.split('\n').map((line) => line.trim())
  // The shell ends at the first command that fails, as `ls` does for a pattern without a file.
  expect([change, list]).toEqual(['cd installers', 'ls *.AppImage *.deb *.rpm *.dmg *.exe'])
  expect(others.join('\n')).toContain('gh release create')
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
