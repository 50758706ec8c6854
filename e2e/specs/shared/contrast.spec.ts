import type { Locator, Page } from '@playwright/test'
import { goTo } from '../../pages/goto.ts'
import { ask } from '../../support/ask.ts'
import { findBarriers } from '../../support/axe.ts'
import { giftCard } from '../../support/buy.ts'
import { expect, test } from '../../support/test.ts'

const painted = [
  'backgroundColor',
  'color',
  'borderTopColor',
  'borderTopStyle',
  'outlineStyle',
  'outlineColor',
  'outlineWidth',
  'boxShadow',
] as const
type Paint = Record<(typeof painted)[number], string>

/** Returns how an element is painted. */
function paintOf(locator: Locator): Promise<Paint> {
  return locator.evaluate((element, names) => {
    const style = getComputedStyle(element)
    return Object.fromEntries(names.map((name) => [name, style[name]])) as Paint
  }, painted)
}

/** Returns the system's colours as they are in the page now. */
function systemColours(page: Page) {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    const read = (colour: string): string => {
      probe.style.color = colour
      return getComputedStyle(probe).color
    }
    const colours = {
      canvas: read('Canvas'),
      text: read('CanvasText'),
      mark: read('Highlight'),
      onMark: read('HighlightText'),
      grey: read('GrayText'),
    }
    probe.remove()
    return colours
  })
}

/** Opens a screen and waits for `shown`. */
async function open(page: Page, path: string, shown: Locator): Promise<void> {
  await goTo(page, path)
  await expect(shown).toBeVisible()
}

/** Opens the main screens one after the other, and calls `check` on each. */
async function visit(page: Page, check: (name: string) => Promise<void>): Promise<void> {
  for (const [path, shown] of [
    ['/shop', page.getByRole('list', { name: 'Brands' }).getByRole('link').first()],
    [`/checkout/${giftCard.sku}`, page.getByRole('button', { name: 'See price' })],
    ['/purchases', page.getByRole('heading', { name: 'Purchases', level: 1 })],
    ['/wallet', page.getByRole('button', { name: 'Receive', exact: true })],
    ['/settings/security', page.getByRole('button', { name: 'Change password' })],
  ] as const) {
    await open(page, path, shown)
    await check(path)
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`in a ${colorScheme} contrast theme, what is selected, focused, filled or disabled differs from what is not`, async ({
    shared,
  }) => {
    const { page } = shared
    await page.emulateMedia({ colorScheme, forcedColors: 'active', reducedMotion: 'reduce' })
    const { canvas, text, mark, onMark, grey } = await systemColours(page)
    const selected = { backgroundColor: mark, color: onMark }
    const plain = { backgroundColor: canvas, color: text, borderTopColor: text }

    const types = page.getByRole('radiogroup', { name: 'Type' })
    expect(await paintOf(types.getByRole('radio', { checked: true }))).toMatchObject(selected)
    expect(await paintOf(types.getByRole('radio', { checked: false }).first())).toMatchObject(plain)

    const sections = page.getByRole('navigation', { name: 'Main' })
    expect(await paintOf(sections.getByRole('link', { name: 'Shop' }))).toMatchObject(selected)
    expect(await paintOf(sections.getByRole('link', { name: 'Wallet' }))).toMatchObject({ color: text })

    const meter = page.getByRole('meter')
    await open(page, '/settings/service', meter)
    expect((await paintOf(meter)).backgroundColor).toBe(canvas)
    expect((await paintOf(meter)).boxShadow).toContain(text)
    expect((await paintOf(meter.locator('div'))).backgroundColor).toBe(mark)

    await open(page, '/settings/security', page.getByRole('button', { name: 'Change password' }))
    const button = page.getByRole('button', { name: 'Change password' })
    expect(await paintOf(button)).toMatchObject({ ...plain, outlineStyle: 'none' })
    await page.keyboard.press('Tab')
    await button.focus()
    expect(await paintOf(button)).toMatchObject({ outlineStyle: 'solid', outlineColor: text, outlineWidth: '3px' })
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    expect(await paintOf(dialog)).toMatchObject({ borderTopStyle: 'solid', borderTopColor: text })
    const submit = dialog.getByRole('button', { name: 'Change password' })
    expect(await paintOf(submit)).toMatchObject({ color: grey, borderTopStyle: 'dashed', borderTopColor: grey })
    await page.keyboard.press('Escape')

    await open(page, '/wallet', page.getByRole('button', { name: 'Receive', exact: true }))
    await page.getByRole('button', { name: 'Receive', exact: true }).click()
    const code = page.getByRole('img', { name: 'QR code of your address' })
    expect(await paintOf(code)).toMatchObject({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(17, 17, 17)' })
    await page.keyboard.press('Escape')
  })

  test(`in a ${colorScheme} contrast theme and with more contrast, axe finds no weak text`, async ({ shared }) => {
    const { page } = shared
    await page.emulateMedia({ colorScheme, forcedColors: 'active', reducedMotion: 'reduce' })
    await visit(page, async (name) => {
      expect.soft(await findBarriers(page, { only: ['color-contrast'] }), `${name}, contrast theme`).toEqual([])
    })
    await page.emulateMedia({ colorScheme, forcedColors: 'none', contrast: 'more', reducedMotion: 'reduce' })
    await visit(page, async (name) => {
      const found = await findBarriers(page, { only: ['color-contrast', 'color-contrast-enhanced'] })
      expect.soft(found, `${name}, more contrast`).toEqual([])
    })
  })
}

test('what asks for no motion gets none', async ({ shared }) => {
  const { page } = shared
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visit(page, async (name) => {
    const moving = await page.evaluate(() => document.getAnimations().map((one) => one.effect?.getComputedTiming()))
    expect
      .soft(
        moving.filter((timing) => timing?.iterations !== 1 || Number(timing.duration) > 1),
        name,
      )
      .toEqual([])
  })
})

test('the page comes in the chosen theme, before its style sheet and its scripts', async ({ shared }) => {
  const { page } = shared
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await ask(page, 'settings.set', { theme: 'dark' })
  const served = await page.evaluate(async () => (await fetch('/index.html')).text())
  expect(served).toContain('<html data-theme="dark"')
  expect(served).toContain('<meta name="color-scheme" content="dark" />')
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
})
