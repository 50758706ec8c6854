import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { scripts } from '../../package.json'
import packaging from '../../packaging/package.json'
import { en } from '../../src/renderer/locales/all-messages.ts'
import { docsPictures } from './docs-pictures.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((page) => existsSync(join(root, page)))

/** Returns the anchors of a page's headings in GitHub's form. */
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

test('every folder of src/main is on a floor of the import walls, or on the last', () => {
  const walls = read('.dependency-cruiser.cjs')
  const [, floors = ''] = /^const floors = \[\n(.*?)^\]/ms.exec(walls) ?? []
  const listed = [...floors.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
  const found = readdirSync(join(root, 'src/main'), { withFileTypes: true }).filter((one) => one.isDirectory())
  const last = ['ipc', 'rescue', 'shell', 'wiring', 'whole-app']
  expect(found.map(({ name }) => name).toSorted()).toEqual([...listed, ...last].toSorted())
})

test.each(pages)('every link of %s works', (page) => {
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
  const named = [...read(page).matchAll(/(?:^|`|&& )npm (?:run )?([a-z][\w:-]*)( --prefix packaging)?/gm)]
  const own = ['ci', 'install', 'exec', 'run']
  const isMissing = ([, name = '', elsewhere]: readonly (string | undefined)[]): boolean =>
    !(name in (elsewhere === undefined ? scripts : packaging.scripts)) && !own.includes(name)
  expect(named.filter(isMissing).map(([text]) => text)).toEqual([])
})

test.each(pages)('every file and folder that %s names in code exists', (page) => {
  const code = [...read(page).matchAll(/^```[^`]*^```|`[^`\n]+`/gm)].map(([text]) => text).join('\n')
  const ours = /(?<![\w./~-])(?:src|scripts|e2e|campaigns|packaging)\/[\w./-]*\w(?![\w/<*{…-])/g
  // Pages about main leave out its folder.
  const inMain = /(?<=`)[a-z]+(?:\/[\w.-]+)*\/[\w.-]+\.(?:ts|vue)(?=`)/g
  const named = [...code.matchAll(ours), ...code.matchAll(inMain)].map(([file]) => file)
  const folders = ['', 'src/main', 'src/shared', 'src/renderer', dirname(page)]
  const exists = (file: string): boolean => folders.some((folder) => existsSync(join(root, folder, file)))
  expect(named.filter((file) => !exists(file))).toEqual([])
})

test('every name in the recipes exists in the code', () => {
  const code = execFileSync('git', ['grep', '-hIE', '.', '--', '*.ts', '*.vue', 'package.json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  const words = new Set(code.match(/\w+/g))
  const named = [...read('docs/recipes.md').matchAll(/`(\w*[a-z]\w*[A-Z]\w*|[A-Z]\w+)`/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !words.has(name))).toEqual([])
})

test('every picture of the docs is taken by npm run pictures, and used', () => {
  const expected = docsPictures.map(({ name }) => `${name}.png`).toSorted()
  const pictures = readdirSync(join(root, 'docs/pictures')).filter((name) => name.endsWith('.png'))
  expect(pictures.toSorted()).toEqual(expected)
  const shown = pages.map(read).join('\n')
  expect(expected.filter((picture) => !shown.includes(`pictures/${picture})`))).toEqual([])
})

/** What the screens say in English, one message beside the other. */
function messagesOf(tree: object): string[] {
  return Object.values(tree).flatMap((part: object | string) => (typeof part === 'string' ? [part] : messagesOf(part)))
}
const messages = messagesOf(en).map((message) => message.replaceAll('’', "'"))
/** Words of the docs that are emphasized and stand on no screen. */
const emphasized = ['sandbox']

test.each(['README.md', 'docs/shop.md', 'docs/using-till.md', 'docs/backup.md'])(
  'every label in %s is on a screen',
  (page) => {
    const prose = read(page)
      .replace(/^```[^]*?^```/gm, '')
      .replace(/`[^`]*`|\]\([^)]*\)/g, '')
    const labels = [...prose.matchAll(/(?<![\w`])_([^_]+)_(?!\w)/g)].flatMap(([, text = '']) => text.split('→'))
    const isShown = (label: string): boolean => {
      const parts = label
        .replaceAll(/\s+/g, ' ')
        .replaceAll('’', "'")
        .split('…')
        .map((part) => part.trim())
      return messages.some((message) => parts.every((part) => message.includes(part)))
    }
    expect(labels.filter((label) => !isShown(label) && !emphasized.includes(label))).toEqual([])
  },
)

test('the README is short', () => {
  expect(read('README.md').split('\n').length).toBeLessThan(160)
})
