import { expect, type Page } from '@playwright/test'

/** More stops than any screen has between two things a person goes to one after the other. */
const MAX_STOPS = 60

/** A person without a mouse: keys alone, and at every stop a ring that shows where they are. */
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

  /** Tabs on until what is focused goes by `name`. */
  tabTo(name: string | RegExp): Promise<void> {
    return this.#moveTo(name, 'Tab')
  }

  tabBackTo(name: string | RegExp): Promise<void> {
    return this.#moveTo(name, 'Shift+Tab')
  }

  /** Moves within a group of radio buttons, each chosen as it is reached, to the one that goes by `name`. */
  arrowTo(name: string | RegExp): Promise<void> {
    return this.#moveTo(name, 'ArrowDown')
  }

  /** Role and accessible name of what is focused, as `button "Lock"`; empty where nothing is. */
  async focused(): Promise<string> {
    const focus = this.page.locator('*:focus')
    if ((await focus.count()) === 0) return ''
    const [first = ''] = (await focus.ariaSnapshot()).split('\n')
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

  /** A finger stays on an arrow for a moment; a radio button takes the choice within it. */
  async #holdUntilChosen(key: string): Promise<string> {
    const before = await this.focused()
    await this.page.keyboard.down(key)
    await expect.poll(async () => (await this.focused()).replace(before, '')).toMatch(/^radio .*\[checked\]/)
    await this.page.keyboard.up(key)
    return this.focused()
  }

  /** Why a person would not see where the focus is; null where they do. */
  #hidden(): Promise<string | null> {
    return this.page.evaluate(() => {
      const element = document.activeElement
      if (!element) return 'nothing is focused'
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
