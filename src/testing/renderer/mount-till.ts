import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { vi } from 'vitest'
import { createScriptedBridge } from '../scripted/bridge.ts'
import type { Script } from '../scripted/script.ts'
import App from '../../renderer/app/App.vue'
import { createI18nPlugin } from '../../renderer/app/messages/i18n.ts'
import { createTillRouter } from '../../renderer/app/start/router.ts'
import { startApp } from '../../renderer/app/start/start-app.ts'
import { spokenText } from './spoken.ts'

function tidy(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim()
}
function nameOf(element: HTMLElement): string {
  const label = element.id === '' ? null : document.querySelector(`label[for="${element.id}"]`)
  return tidy(element.getAttribute('aria-label') ?? spokenText(label ?? element))
}
function find(selector: string, name: string | RegExp): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find((element) =>
    typeof name === 'string' ? nameOf(element) === name : name.test(nameOf(element)),
  )
  if (!found) throw new Error(`Nothing is named ${String(name)}: ${tidy(document.body.textContent).slice(0, 600)}`)
  return found
}

const TRIES = 500

/** Mounts the whole page over a scripted bridge at `path`; returns what a person can see and do there. */
export async function mountTill(path: string, given: Partial<Script> = {}) {
  document.body.innerHTML = ''
  const scripted = createScriptedBridge(given)
  Object.defineProperty(window, 'till', { value: scripted.bridge, configurable: true })
  // Nothing is painted here, so the page is idle at once, until it is closed.
  const page = window
  let isOpen = true
  page.requestIdleCallback = (work) =>
    page.setTimeout(() => isOpen && work({ didTimeout: false, timeRemaining: () => 0 }))
  window.location.hash = `#${path}`
  const words = createI18nPlugin()
  const pinia = createPinia()
  setActivePinia(pinia)
  await startApp(words)
  const router = createTillRouter(words)
  const root = document.createElement('div')
  document.body.append(root)
  const wrapper = mount(App, { attachTo: root, global: { plugins: [pinia, words, router] } })
  await router.isReady()
  // Parts of the page that load by themselves are there before a test moves its clock.
  await vi.dynamicImportSettled()
  await flushPromises()

  return {
    scripted,
    router,
    /** Closes it; a second call does nothing. */
    close() {
      if (!isOpen) return
      isOpen = false
      wrapper.unmount()
    },
    /** Returns the input of each request `name`, oldest first. */
    inputsOf: (name: string): unknown[] =>
      scripted.requests.filter((one) => one.name === name).map(({ input }) => input),
    /** Holds answers to `name` back; `answer` releases each by its index, in any order. */
    hold(name: string): { waiting: () => number; answer: (index: number) => void } {
      const { bridge } = scripted
      const answerNow = bridge.request.bind(bridge)
      const held: (() => void)[] = []
      bridge.request = (wanted, input) =>
        wanted === name
          ? new Promise((resolve) => held.push(() => void answerNow(wanted, input).then(resolve)))
          : answerNow(wanted, input)
      return { waiting: () => held.length, answer: (index) => held.splice(index, 1)[0]?.() }
    },
    /** Returns the current path without the hash mark. */
    path: () => router.currentRoute.value.fullPath,
    text: () => tidy(document.body.textContent),
    /** Returns the button, link, radio button or checkbox with this name. */
    button: (name: string | RegExp) => find('button, a[href], [role="radio"], [role="checkbox"]', name),
    field: (name: string | RegExp) => find('input, textarea', name) as HTMLInputElement,
    isOff: (name: string | RegExp) => find('button', name).hasAttribute('disabled'),
    async press(name: string | RegExp): Promise<void> {
      find('button, a[href], [role="radio"], [role="checkbox"]', name).click()
      await flushPromises()
    },
    /** Presses a button that is off until its words could be read. */
    async pressRead(name: string | RegExp): Promise<void> {
      await this.until(() => {
        if (this.isOff(name)) throw new Error(`${String(name)} is off`)
      })
      await this.press(name)
    },
    async type(name: string | RegExp, text: string): Promise<void> {
      const field = find('input, textarea', name) as HTMLInputElement
      field.value = text
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await flushPromises()
    },
    /** Submits the form around the field, as Enter does. */
    async submit(name: string | RegExp): Promise<void> {
      find('input, textarea', name)
        .closest('form')
        ?.dispatchEvent(new Event('submit', { cancelable: true }))
      await flushPromises()
    },
    /** Waits until `check` stops throwing, for 5 seconds at least. */
    async until<T>(check: () => T): Promise<T> {
      // Tries are counted, not time: a busy machine needs longer for each.
      for (let left = TRIES; ; left--) {
        await vi.dynamicImportSettled()
        await flushPromises()
        try {
          return check()
        } catch (failure) {
          if (left === 0) throw failure
          await new Promise((resolve) => setTimeout(resolve, 10))
        }
      }
    },
  }
}

export type MountedTill = Awaited<ReturnType<typeof mountTill>>
