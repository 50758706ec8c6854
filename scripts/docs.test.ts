import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { scripts } from '../package.json'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((page) => existsSync(join(root, page)))

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  const headings = read(page).matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test.each(['src', 'src/main', 'campaigns'])('the architecture page lists every folder of %s', (folder) => {
  const [, map = ''] = read('docs/architecture.md').split('## The map')
  const folders = readdirSync(join(root, folder), { withFileTypes: true }).filter((one) => one.isDirectory())
  const missing = folders.map(({ name }) => name).filter((name) => !map.includes(`${name}/`))
  expect(missing).toEqual([])
})

test.each(pages)('every link of %s leads somewhere', (page) => {
  const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  const lost = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const file = path === '' ? page : join(dirname(page), path)
    if (!existsSync(join(root, file))) return true
    return anchor !== undefined && !anchorsOf(file).includes(anchor)
  })
  expect(lost).toEqual([])
})

test.each(pages)('every command that %s names exists', (page) => {
  const named = [...read(page).matchAll(/(?:^|`)npm (?:run )?([a-z][\w:-]*)/gm)].map(([, name = '']) => name)
  const own = ['ci', 'install', 'exec', 'run']
  expect(named.filter((name) => !(name in scripts) && !own.includes(name))).toEqual([])
})

test('the README is short enough to be read', () => {
  expect(read('README.md').split('\n').length).toBeLessThan(160)
})
