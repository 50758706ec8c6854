import { onScopeDispose, ref, type Ref } from 'vue'
import type { TextField } from './type-into.ts'

const typed = new Set(['text', 'search', 'email', 'password', 'tel', 'url', 'number'])

function isTyped(target: EventTarget | null): target is TextField {
  if (target instanceof HTMLTextAreaElement) return !target.readOnly
  // A field that is filled from a pad of its own says so with its mode.
  return target instanceof HTMLInputElement && typed.has(target.type) && !target.readOnly && target.inputMode !== 'none'
}

/** The text field that was touched with a finger and still has the focus; null again once a key of a real keyboard is pressed. */
export function useTouchedField(): Ref<TextField | null> {
  const field = ref<TextField | null>(null)
  function touched(event: Event): void {
    if (event instanceof PointerEvent && event.pointerType === 'touch' && isTyped(event.target))
      field.value = event.target
  }
  const left = (event: FocusEvent): void => {
    if (event.target === field.value) field.value = null
  }
  const leave = (): void => void (field.value = null)
  document.addEventListener('click', touched)
  document.addEventListener('focusout', left)
  document.addEventListener('keydown', leave)
  onScopeDispose(() => {
    document.removeEventListener('click', touched)
    document.removeEventListener('focusout', left)
    document.removeEventListener('keydown', leave)
  })
  return field as Ref<TextField | null>
}
