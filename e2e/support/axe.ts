import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The parts of axe's answer that are reported. */
interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly any: readonly { readonly message: string }[] }[]
}

interface Axe {
  run(page: Document, options: object): Promise<{ readonly violations: readonly Violation[] }>
}

/** Returns axe's findings on the current page, by all rules or by `rules` only, each with the element that breaks it. */
export async function findBarriers(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await loadAxe(page)
  return page.evaluate(
    async (values) => {
      const { axe } = window as unknown as { axe: Axe }
      const runOnly = values && { type: 'rule', values: values }
      const { violations } = await axe.run(document, { resultTypes: ['violations'], ...(runOnly && { runOnly }) })
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html, any }) => `${id}: ${help}\n  ${html.slice(0, 300)}\n  ${any[0]?.message ?? ''}`),
      )
    },
    rules && [...rules],
  )
}

/** Loads axe into the page, so that each later check takes one call instead of seven. */
async function loadAxe(page: Page): Promise<void> {
  // Legacy mode opens no second page, which Till's own browser would close at once.
  await new AxeBuilder({ page }).setLegacyMode().withRules('document-title').analyze()
}
