import type { CustomerView } from '../../../shared/kiosk/customer-views.ts'
import type { CustomerDisplay } from '../../kiosk/customer-display.ts'
import type { FaceOf } from '../../sales/customer-faces.ts'
import type { Shell } from '../../shell/shell.ts'
import type { Handlers, NamesOf } from '../channel/handlers.ts'

export interface CustomerParts {
  readonly customerDisplay: CustomerDisplay
  readonly customerFace: FaceOf
  readonly shell: Pick<Shell, 'customerWindow'>
  customerView(): CustomerView
}

/** Answers requests about what the customer sees. */
export function customerHandlers(parts: CustomerParts): Pick<Handlers, NamesOf<`customer.${string}`>> {
  const { customerDisplay, customerFace, shell, customerView } = parts
  return {
    'customer.show'(shown) {
      const face = customerFace(shown)
      customerDisplay.show(face)
      return { face, onDisplay: shell.customerWindow.isOpen() }
    },
    'customer.get': () => customerView(),
  }
}
