import { onScopeDispose, watch, type Ref } from 'vue'

/** Longer than a finger slips when it taps. */
const LEAST_PX = 120

/** Calls `act` when a finger is drawn sideways across an element, either way, until its scope ends. */
export function onSwipe(element: Readonly<Ref<HTMLElement | null>>, act: () => void): void {
  let start: { readonly pointer: number; readonly x: number; readonly y: number } | null = null

  function onDown({ pointerType, pointerId: pointer, clientX: x, clientY: y }: PointerEvent): void {
    start = pointerType === 'touch' ? { pointer, x, y } : null
  }
  function onUp({ pointerId, clientX, clientY }: PointerEvent): void {
    if (start?.pointer !== pointerId) return
    const [across, along] = [Math.abs(clientX - start.x), Math.abs(clientY - start.y)]
    start = null
    if (across >= LEAST_PX && across > 2 * along) act()
  }
  function onCancel(): void {
    start = null
  }
  function follow(to: HTMLElement | null, from: HTMLElement | null = null): void {
    from?.removeEventListener('pointerdown', onDown)
    to?.addEventListener('pointerdown', onDown)
  }
  watch(element, follow, { immediate: true })
  // The finger may leave the element.
  window.addEventListener('pointerup', onUp)
  window.addEventListener('pointercancel', onCancel)
  onScopeDispose(() => {
    follow(null, element.value)
    window.removeEventListener('pointerup', onUp)
    window.removeEventListener('pointercancel', onCancel)
  })
}
