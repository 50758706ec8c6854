import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** As much of what axe answers as is told. */
interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly any: readonly { readonly message: string }[] }[]
}

interface Axe {
  run(page: Document, options: object): Promise<{ readonly violations: readonly Violation[] }>
}

/** What axe finds wrong on the page as it stands, by every rule or by `rules` alone: each with the elements that break it, as text. */
export async function findBarriers(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await bring(page)
  return page.evaluate(
    async (asked) => {
      const { axe } = window as unknown as { axe: Axe }
      const runOnly = asked && { type: 'rule', values: asked }
      const { violations } = await axe.run(document, { resultTypes: ['violations'], ...(runOnly && { runOnly }) })
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html, any }) => `${id}: ${help}\n  ${html.slice(0, 300)}\n  ${any[0]?.message ?? ''}`),
      )
    },
    rules && [...rules],
  )
}

/** Brings axe into the page; each later question is then one call instead of seven. */
async function bring(page: Page): Promise<void> {
  // Legacy mode asks for no second page, which Till's own browser would close at once.
  await new AxeBuilder({ page }).setLegacyMode().withRules('document-title').analyze()
}
