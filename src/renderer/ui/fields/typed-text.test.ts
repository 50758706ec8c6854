import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const renderer = join(import.meta.dirname, '../..')
const files = globSync('**/*.vue', { cwd: renderer }).map((name) => ({
  name,
  text: readFileSync(join(renderer, name), 'utf8'),
}))
const fields = files.flatMap(({ name, text }) =>
  [...text.matchAll(/<(input|textarea)\b(?:"[^"]*"|[^">])*>/g)].map(([tag]) => ({ name, tag })),
)
const typed = fields.filter(({ tag }) => !tag.includes('type="file"'))

it('finds the fields', () => {
  expect(typed.map(({ name }) => name).toSorted()).toEqual([
    'app/frame/SearchField.vue',
    'modules/checkout/sell/pad/CashHead.vue',
    'modules/checkout/sell/paper/SaleRecipient.vue',
    'modules/sales/CountRow.vue',
    'modules/welcome/country/CountryStep.vue',
    'ui/fields/UiPasswordField.vue',
    'ui/fields/UiSearchField.vue',
    'ui/fields/UiTextArea.vue',
    'ui/fields/UiTextField.vue',
  ])
})

it.each(typed)('what is typed into $name is not spell-checked, capitalised or corrected', ({ tag }) => {
  expect(tag).toContain('spellcheck="false"')
  expect(tag).toContain('autocapitalize="none"')
  expect(tag).toContain('autocorrect="off"')
})

it.each(typed)('what is typed into $name is in no form history', ({ name, tag }) => {
  expect(tag).toMatch(name.endsWith('UiPasswordField.vue') ? /:autocomplete="autocomplete"/ : /\sautocomplete="off"/)
})

it('nothing but a field takes text', () => {
  expect(files.filter(({ text }) => /contenteditable/i.test(text)).map(({ name }) => name)).toEqual([])
})

/** Labels of values that open or move a wallet, or sign in to the service. */
const secrets = /pass(word|phrase)|\bpin'|privateKey|[tT]oken(Optional)?'|feePassword|password\./

it('whatever is secret has the password field', () => {
  const shown = files.flatMap(({ name, text }) =>
    [...text.matchAll(/<(UiTextField|UiTextArea|DeliveryField)\b(?:"[^"]*"|[^">])*>/g)]
      .filter(([tag]) => secrets.test(/:?label="([^"]*)"/.exec(tag)?.[1] ?? ''))
      .map(([tag]) => `${name}: ${tag}`),
  )
  expect(shown).toEqual([])
})
