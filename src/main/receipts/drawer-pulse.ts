import type { DrawerPin } from '../../shared/receipts/receipt-views.ts'

// Both in units of 2 ms: 50 ms open a drawer, and 500 ms keep its coil from overheating.
const [ON, OFF] = [25, 250]

/** Returns the ESC/POS bytes that open a cash drawer: ESC p m t1 t2, where m is 0 for pin 2 and 1 for pin 5. */
export function drawerPulse(pin: DrawerPin): Uint8Array {
  return Uint8Array.of(0x1b, 0x70, pin === 2 ? 0 : 1, ON, OFF)
}
