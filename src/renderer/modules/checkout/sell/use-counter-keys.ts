import { nextTick, onBeforeUnmount, onMounted, type Ref } from 'vue'

interface CounterActions {
  /** Presses the large button. */
  readonly press: () => void
  /** Returns whether a phone number is what the keys type into. */
  readonly typesNumber: () => boolean
  /** Opens the product search with a typed letter. */
  readonly search: (letter: string) => void
}

/**
 * Lets keys reach the counter wherever the focus is: digits belong to the number or the cash, a letter begins a search for a product, and
 * Enter presses the large button.
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
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('[role="dialog"]')) return
    const { target } = event
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    const isElsewhere = isField && target.inputMode !== 'none'
    if (/^\p{L}$/u.test(event.key) && !isElsewhere && !event.isComposing && typesNumber()) {
      event.preventDefault()
      search(event.key)
    } else if (isField && !isElsewhere && event.key === 'Enter') {
      event.preventDefault()
      press()
    } else if (!isField && /^[\d+.,]$/.test(event.key)) {
      field()?.focus()
    }
  }
  onMounted(() => window.addEventListener('keydown', type))
  onBeforeUnmount(() => window.removeEventListener('keydown', type))
  return { focusField }
}
