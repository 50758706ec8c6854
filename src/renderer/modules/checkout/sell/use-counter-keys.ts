import { nextTick, onBeforeUnmount, onMounted, type Ref } from 'vue'

interface CounterActions {
  /** Presses the large button. */
  readonly press: () => void
  /** Returns whether a phone number is what the keys type into. */
  readonly typesNumber: () => boolean
  /** Opens the product search with a typed letter or pasted words. */
  readonly search: (text: string) => void
}

const isAsked = (): boolean => document.querySelector('[role="dialog"]') !== null

/** Returns whether the keys go to a field, and whether that is another than the counter's own. */
function placeOf(target: EventTarget | null): { isField: boolean; isElsewhere: boolean } {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return { isField, isElsewhere: isField && target.inputMode !== 'none' }
}

/**
 * Lets keys reach the counter wherever the focus is: digits belong to the number or the cash, a letter or pasted words begin a search for
 * a product, and Enter presses the large button.
 */
export function useCounterKeys(
  root: Readonly<Ref<HTMLElement | null>>,
  { press, typesNumber, search }: CounterActions,
) {
  const field = (): HTMLInputElement | null =>
    root.value?.querySelector<HTMLInputElement>('input[inputmode="none"]') ?? null

  /** Focuses the field that the keys type into. */
  function focusField(): void {
    void nextTick(() => field()?.focus())
  }
  function type(event: KeyboardEvent): void {
    // AltGr types letters; Windows reports it as Ctrl and Alt.
    const isShortcut = (event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph')
    if (isShortcut || event.metaKey || isAsked()) return
    const { target } = event
    const { isField, isElsewhere } = placeOf(target)
    if (/^\p{L}$/u.test(event.key) && !isElsewhere && !event.isComposing && typesNumber()) {
      event.preventDefault()
      search(event.key)
    } else if (event.key === 'Dead' && !isElsewhere && typesNumber()) {
      // An accent alone would begin to write a letter into the number.
      event.preventDefault()
    } else if (isField && !isElsewhere && event.key === 'Enter') {
      event.preventDefault()
      press()
    } else if (!isField && /^[\d+.,]$/.test(event.key)) {
      field()?.focus()
    }
  }
  function paste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData('text').trim() ?? ''
    if (isAsked() || placeOf(event.target).isElsewhere || !typesNumber() || !/\p{L}/u.test(text)) return
    event.preventDefault()
    search(text)
  }
  onMounted(() => {
    window.addEventListener('keydown', type)
    window.addEventListener('paste', paste)
  })
  onBeforeUnmount(() => {
    window.removeEventListener('keydown', type)
    window.removeEventListener('paste', paste)
  })
  return { focusField }
}
