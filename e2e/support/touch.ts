import type { Locator, Page } from 'playwright-core'

/** Touches the middle of an element with a finger, by a touch event of the browser. */
export async function touch(page: Page, found: Locator): Promise<void> {
  await found.scrollIntoViewIfNeeded()
  const box = await found.boundingBox()
  if (box === null) throw new Error('There is nothing to touch')
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  } finally {
    await session.detach()
  }
}

/** Types small letters, digits and spaces on an English on-screen keyboard. */
export async function typeByTouch(page: Page, text: string): Promise<void> {
  const keys = page.getByRole('group', { name: 'Keyboard' })
  for (const sign of text) {
    const key = keys.getByRole('button', { name: sign === ' ' ? 'Space' : sign, exact: true })
    if ((await key.count()) === 0) await touch(page, keys.getByRole('button', { name: /^(\?123|ABC)$/ }))
    await touch(page, key)
  }
}
