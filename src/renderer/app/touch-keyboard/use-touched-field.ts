import { onScopeDispose, shallowRef, type Ref } from 'vue'
import type { TextField } from './type-into.ts'

const typed = new Set(['text', 'search', 'email', 'password', 'tel', 'url', 'number'])

function isTyped(target: EventTarget | null): target is TextField {
  if (target instanceof HTMLTextAreaElement) return !target.readOnly
  // A field with a number pad of its own has an input mode that says so.
  return target instanceof HTMLInputElement && typed.has(target.type) && !target.readOnly && target.inputMode !== 'none'
}

/** A field that is focused this soon after a touch is focused because of it. */
const BY_TOUCH_MS = 1500

/**
 * Returns the text field touched with a finger, or focused because of a touch, and after it whichever has the focus; null again once none has it, or a key of a real
 * keyboard is pressed.
 */
export function useTouchedField(): Ref<TextField | null> {
  const field = shallowRef<TextField | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined
  let touchedAt = -Infinity
  function touched(event: Event): void {
    if (!(event instanceof PointerEvent)) return
    touchedAt = event.pointerType === 'touch' ? performance.now() : -Infinity
    if (event.pointerType === 'touch' && isTyped(event.target)) field.value = event.target
  }
  function follow(): void {
    const { activeElement } = document
    const isMeant = field.value !== null || performance.now() - touchedAt < BY_TOUCH_MS
    if (isMeant) field.value = isTyped(activeElement) ? activeElement : null
  }
  // Touching moves the focus, and the click that follows must find its target in the same place.
  function followLater(): void {
    clearTimeout(timer)
    timer = setTimeout(follow)
  }
  function leave(): void {
    touchedAt = -Infinity
    field.value = null
  }
  const listeners = { click: touched, focusin: followLater, focusout: followLater, keydown: leave }
  for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener)
  onScopeDispose(() => {
    clearTimeout(timer)
    for (const [name, listener] of Object.entries(listeners)) document.removeEventListener(name, listener)
  })
  return field
}
