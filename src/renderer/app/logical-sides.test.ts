import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:vue|ts|css)$/.test(file) && !file.endsWith('.test.ts'))
  .map((file) => [file.replaceAll('\\', '/'), readFileSync(join(root, file), 'utf8')] as const)

/** Places where a side is the screen's and not the reading direction's, each with its reason. */
const physical: Readonly<Record<string, string>> = {
  'ui/UiDialog.vue left-1/2': 'centred, with a translation along the same axis',
  'ui/UiDialog.vue -translate-x-1/2': 'centred',
  'ui/lists/VirtualGrid.vue left-0': 'its items are translated from there',
  'modules/shop/CatalogProgress.vue origin-left': 'transforms know no reading direction; the class beside it is for it',
  'modules/shop/CatalogProgress.vue rtl:origin-right': 'as above',
  'modules/shop/results/BrandTile.vue text-left': 'a name with its own direction stands below the others',
  'modules/shop/results/FoundProductRow.vue text-left': 'as above',
  'modules/checkout/sell/tiles/SellTile.vue text-left': 'as above: its name inherits it',
  'app/print/PrintSheet.vue right:': 'outside the window until it prints',
  'ui/theme.css padding-right:': 'takes back what Reka adds to the body on this side',
}

const value = String.raw`-(?:\[[^\]]*\]|[\w./]+)`
const end = String.raw`(?=['"\`\s])`
// A class, after its variants: "sm:-ml-4".
const classes = new RegExp(
  String.raw`(?<![\w.-])(?:[\w-]+:|\[[^\]\s]*\]:)*-?(?:` +
    String.raw`(?:[mp][lr]|scroll-[mp][lr]|left|right|translate-x|space-x|divide-x)${value}|text-(?:left|right)|` +
    String.raw`(?:rounded-(?:[lr]|[tb][lr])|border-[lr]|divide-x)(?:${value})?|(?:origin|float|object)-(?:left|right))${end}`,
  'g',
)
const declarations =
  /(?<![\w-])(?:(?:margin|padding|border|scroll-margin)-(?:left|right)(?:-\w+)?|left|right|border-(?:top|bottom)-(?:left|right)-radius):(?= [^'"`{}\n]*;)|(?:text-align|float|clear): (?:left|right)/g

/** Returns the sides of the screen that a file names, without comments. */
function sidesIn(file: string, text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const styles = file.endsWith('.css') ? code : code.replace(/^[\s\S]*?(?=<style|$(?![\s\S]))/, '')
  return [...(code.match(classes) ?? []), ...(styles.match(declarations) ?? [])]
}

test('finds a side however it is written', () => {
  const written = [
    'class="-ml-4 sm:pl-16 p-4"',
    "'rounded-l-[11px] text-right'",
    '<style>a { margin-left: 4px; text-align: left; }',
  ]
  expect(written.flatMap((text) => sidesIn('a.vue', text))).toEqual([
    '-ml-4',
    'sm:pl-16',
    'rounded-l-[11px]',
    'text-right',
    'margin-left:',
    'text-align: left',
  ])
  expect(sidesIn('a.vue', 'class="-ms-4 ps-16 inset-x-3 text-end" placement: left, { left: 4 }')).toEqual([])
})

test('the page’s sides follow the reading direction: start and end, not left and right', () => {
  const found = files.flatMap(([file, text]) => sidesIn(file, text).map((side) => `${file} ${side}`))
  expect(files.length).toBeGreaterThan(300)
  expect(found.sort()).toEqual(Object.keys(physical).sort())
})
