import type { Page } from '@playwright/test'

const MARK = 'heard: '

/** Logs to the page's console what a screen reader says unasked: the focus as it moves, live regions as they change, and new titles. */
function speak(mark: string): void {
  const page = window as Window & { isHeard?: boolean }
  if (page.isHeard) return
  page.isHeard = true
  const tidy = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()
  const spoken = (node: Node): string => {
    if (node instanceof Text) return node.data
    if (!(node instanceof HTMLElement) || node.getAttribute('aria-hidden') === 'true' || !node.checkVisibility())
      return ''
    return [...node.childNodes].map(spoken).join(' ')
  }
  const say = (kind: string, text: string): void => {
    if (text !== '') console.debug(`${mark}${kind}: ${text.slice(0, 200)}`)
  }
  const nameOf = (element: Element): string => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const by =
      element
        .getAttribute('aria-labelledby')
        ?.split(' ')
        .map((id) => document.getElementById(id)) ?? []
    const named = [...by, ...labels].map((one) => (one ? spoken(one) : '')).join(' ')
    return tidy(element.getAttribute('aria-label') ?? (named || spoken(element)))
  }
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    const isMain = target.id === 'main'
    const subject = isMain ? target.querySelector('h1') : target
    say(
      'focus',
      `${isMain ? 'main' : (target.getAttribute('role') ?? target.tagName.toLowerCase())} ${subject ? nameOf(subject) : ''}`,
    )
  })
  const said = new WeakMap<Element, string>()
  const live = '[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"]'
  let title = document.title
  const hear = (records: readonly MutationRecord[]): void => {
    if (title !== document.title) say('title', (title = document.title))
    const changed = new Set<Element>()
    for (const { target, addedNodes } of records) {
      const element = target instanceof Element ? target : target.parentElement
      const region = element?.closest(live)
      if (region) changed.add(region)
      for (const node of addedNodes)
        if (node instanceof Element) node.querySelectorAll('[role="alert"]').forEach((one) => changed.add(one))
      for (const node of addedNodes) if (node instanceof Element && node.matches('[role="alert"]')) changed.add(node)
    }
    for (const region of changed) {
      const text = tidy(spoken(region))
      if (said.get(region) === text) continue
      said.set(region, text)
      const isUrgent = region.matches('[role="alert"], [aria-live="assertive"]')
      say(isUrgent ? 'alert' : 'status', text)
    }
  }
  new MutationObserver(hear).observe(document, { subtree: true, childList: true, characterData: true })
}

/** Collects what a screen reader says from now on, also in pages that replace this one. */
export async function listenTo(page: Page): Promise<readonly string[]> {
  const heard: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    if (text.startsWith(MARK)) heard.push(text.slice(MARK.length))
  })
  await page.addInitScript(speak, MARK)
  await page.evaluate(speak, MARK)
  return heard
}
