import { onScopeDispose, shallowRef, type Ref } from 'vue'
import type { TextField } from './type-into.ts'

const typed = new Set(['text', 'search', 'email', 'password', 'tel', 'url', 'number'])

function isTyped(target: EventTarget | null): target is TextField {
  if (target instanceof HTMLTextAreaElement) return !target.readOnly
  // A field that is filled from a pad of its own says so with its mode.
  return target instanceof HTMLInputElement && typed.has(target.type) && !target.readOnly && target.inputMode !== 'none'
}

/**
 * The text field that was touched with a finger, and after it whichever has the focus; null again once none has, or a key of a real
 * keyboard is pressed.
 */
export function useTouchedField(): Ref<TextField | null> {
  const field = shallowRef<TextField | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined
  function touched(event: Event): void {
    if (event instanceof PointerEvent && event.pointerType === 'touch' && isTyped(event.target))
      field.value = event.target
  }
  function follow(): void {
    const { activeElement } = document
    if (field.value !== null) field.value = isTyped(activeElement) ? activeElement : null
  }
  // The press of a touch moves the focus, and its click must still find what was pressed where it was.
  function followLater(): void {
    clearTimeout(timer)
    timer = setTimeout(follow)
  }
  const leave = (): void => void (field.value = null)
  const heard = { click: touched, focusin: followLater, focusout: followLater, keydown: leave }
  for (const [name, listener] of Object.entries(heard)) document.addEventListener(name, listener)
  onScopeDispose(() => {
    clearTimeout(timer)
    for (const [name, listener] of Object.entries(heard)) document.removeEventListener(name, listener)
  })
  return field
}
