import { expect, type Page } from '@playwright/test'

/** More Tab stops than lie between any two consecutive targets on a screen. */
const MAX_STOPS = 60
/** An element that has the focus is there at once. */
const GONE_MS = 2_000

/** A person who uses keys alone; the focus must be visible at every stop. */
export class Keyboard {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  press(...keys: string[]): Promise<void> {
    return keys.reduce<Promise<void>>(
      (before, key) => before.then(() => this.page.keyboard.press(key)),
      Promise.resolve(),
    )
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text)
  }

  /** Presses Tab until the focused element has this name. */
  tabTo(name: string | RegExp): Promise<void> {
    return this.#moveTo(name, 'Tab')
  }

  tabBackTo(name: string | RegExp): Promise<void> {
    return this.#moveTo(name, 'Shift+Tab')
  }

  /** Moves through a group of radio buttons, choosing each on the way, to the one with this name. */
  arrowTo(name: string | RegExp): Promise<void> {
    return this.#moveTo(name, 'ArrowDown')
  }

  /** Returns role and accessible name of the focused element, as `button "Lock"`; empty without focus. */
  async focused(): Promise<string> {
    const focus = this.page.locator('*:focus')
    if ((await focus.count()) === 0) return ''
    // Results that a newer answer replaces may take the focus with them between the two; the next key goes on from there.
    const snapshot = await focus.ariaSnapshot({ timeout: GONE_MS }).catch(() => '')
    const [first = ''] = snapshot.split('\n')
    return first.replace(/^- '?/, '')
  }

  async #moveTo(name: string | RegExp, key: string): Promise<void> {
    const passed: string[] = []
    for (let stops = 0; stops < MAX_STOPS; stops++) {
      const here = key === 'ArrowDown' ? await this.#holdUntilChosen(key) : await this.#pressed(key)
      passed.push(here)
      if (here !== '') expect(await this.#hidden(), `the focus at ${here}`).toBeNull()
      const found = /"((?:[^"\\]|\\.)*)"/.exec(here)?.[1] ?? ''
      if (typeof name === 'string' ? found === name : name.test(found)) return
    }
    throw new Error(`${key} does not lead to ${String(name)}, only to ${passed.join(', ')}`)
  }

  async #pressed(key: string): Promise<string> {
    await this.page.keyboard.press(key)
    return this.focused()
  }

  /** Holds an arrow key until the radio button is chosen, as a finger does. */
  async #holdUntilChosen(key: string): Promise<string> {
    const before = await this.focused()
    await this.page.keyboard.down(key)
    await expect.poll(async () => (await this.focused()).replace(before, '')).toMatch(/^radio .*\[checked\]/)
    await this.page.keyboard.up(key)
    return this.focused()
  }

  /** Returns why the focus is not visible; null where it is. */
  #hidden(): Promise<string | null> {
    return this.page.evaluate(() => {
      const element = document.activeElement
      if (!element) return 'nothing is focused'
      // Its element was replaced by a newer answer meanwhile; the next key goes on from there.
      if (element === document.body) return null
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
      if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) <= 0)
        return `no ring around ${element.outerHTML.slice(0, 120)}: ${outlineStyle} ${outlineWidth}, ${document.hasFocus() ? '' : 'not '}in focus`
      if (/\/ 0\)|, 0\)$|transparent/.test(outlineColor)) return 'its ring is transparent'
      const { left, top, right, bottom } = element.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2]
      const above = document.elementFromPoint(x, y)
      if (above === null) return 'it is off the screen'
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : null
      if (element.contains(above) || above.contains(element) || label?.contains(above)) return null
      return `it is covered by ${above.outerHTML.slice(0, 120)}`
    })
  }
}
