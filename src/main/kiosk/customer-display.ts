import type { CustomerFace } from '../../shared/kiosk/customer-views.ts'

/** What the customer of this register sees. It is kept in memory only: it may be someone's number. */
export interface CustomerDisplay {
  current(): CustomerFace
  show(face: CustomerFace): void
  /** Shows nothing of a sale any more. */
  clear(): void
}

/** Creates a display that shows nothing of a sale; `onChanged` is called for every change. */
export function createCustomerDisplay(onChanged: () => void): CustomerDisplay {
  let shown: CustomerFace = { kind: 'idle' }
  function show(face: CustomerFace): void {
    if (shown.kind === 'idle' && face.kind === 'idle') return
    shown = face
    onChanged()
  }
  return { current: () => shown, show, clear: () => show({ kind: 'idle' }) }
}
