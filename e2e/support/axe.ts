import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The parts of axe's answer that are reported. */
interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly any: readonly { readonly message: string }[] }[]
}

/** Rules that are off, each with its reason; all others are on, the experimental ones too. */
const off = [
  // 7:1 for every text is for those who ask their system for more contrast; contrast.spec.ts checks it there.
  'color-contrast-enhanced',
  // It takes each large amount of money for a heading.
  'p-as-heading',
]

/** Rules on colours, which is all that a theme changes. */
export const colours = ['color-contrast']

/** Rules on colours and style sheets, whose findings are the same in every language. */
export const wordless = [...colours, 'css-orientation-lock']

interface Axe {
  getRules(): readonly { readonly ruleId: string }[]
  run(page: Document, options: object): Promise<{ readonly violations: readonly Violation[] }>
}

/** Returns axe's findings on the current page, by all rules, by `only` some or by all but `without`, each with the element that breaks it. */
export async function findBarriers(
  page: Page,
  { only, without = [] }: { readonly only?: readonly string[]; readonly without?: readonly string[] } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await loadAxe(page)
  return page.evaluate(
    async ({ wanted, unwanted }) => {
      const { axe } = window as unknown as { axe: Axe }
      const all = axe.getRules().map(({ ruleId }) => ruleId)
      const values = wanted ?? all.filter((rule) => !unwanted.includes(rule))
      const runOnly = { type: 'rule', values }
      const { violations } = await axe.run(document, { resultTypes: ['violations'], runOnly })
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html, any }) => `${id}: ${help}\n  ${html.slice(0, 300)}\n  ${any[0]?.message ?? ''}`),
      )
    },
    { wanted: only && [...only], unwanted: [...off, ...without] },
  )
}

/** Loads axe into the page, so that each later check takes one call instead of seven. */
async function loadAxe(page: Page): Promise<void> {
  // Legacy mode opens no second page, which Till's own browser would close at once.
  await new AxeBuilder({ page }).setLegacyMode().withRules('document-title').analyze()
}
