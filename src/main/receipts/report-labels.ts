import type { ReceiptLanguage } from '../../shared/receipts/receipt-views.ts'

/** The labels of a printed shift report: those of the screen, in the shop's language. */
export interface ReportLabels {
  title(of: 'x' | 'z', number: number): string
  readonly notClosed: string
  readonly openedAt: string
  readonly closedAt: string
  readonly printedAt: string
  readonly manager: string
  readonly float: string
  sold(count: number): string
  refundedCash(count: number): string
  readonly expected: string
  readonly counted: string
  readonly even: string
  readonly over: string
  readonly short: string
  readonly cost: string
  readonly margin: string
  readonly marginLost: string
  readonly marginNote: string
}

const en: ReportLabels = {
  title: (of, number) => `${of === 'x' ? 'X' : 'Z'} report, shift ${number}`,
  notClosed: 'Not closed: drawer not counted',
  openedAt: 'Opened',
  closedAt: 'Closed',
  printedAt: 'Printed',
  manager: 'Manager',
  float: 'Starting cash',
  sold: (count) => (count === 0 ? 'No sales' : count === 1 ? 'One sale' : `${count} sales`),
  refundedCash: (count) => (count === 1 ? 'One refund' : `${count} refunds`),
  expected: 'Expected in drawer',
  counted: 'Counted',
  even: 'Difference',
  over: 'Over',
  short: 'Short',
  cost: 'Cost to the shop',
  margin: 'Profit',
  marginLost: 'Lost to refunds of earlier shifts',
  marginNote: 'Without network fees, which are paid in the network’s own coin.',
}

const es: ReportLabels = {
  title: (of, number) => `Corte ${of === 'x' ? 'X' : 'Z'}, turno ${number}`,
  notClosed: 'Sin cerrar: caja sin contar',
  openedAt: 'Abierto',
  closedAt: 'Cerrado',
  printedAt: 'Impreso',
  manager: 'Administración',
  float: 'Efectivo al empezar',
  sold: (count) => (count === 0 ? 'Nada vendido' : count === 1 ? 'Una venta' : `${count} ventas`),
  refundedCash: (count) => (count === 1 ? 'Devuelto una vez' : `Devuelto ${count} veces`),
  expected: 'Debe haber en la caja',
  counted: 'Contado',
  even: 'Diferencia',
  over: 'Sobra',
  short: 'Falta',
  cost: 'Lo que costó a la tienda',
  margin: 'Ganado',
  marginLost: 'Perdido con lo vendido en turnos anteriores',
  marginNote: 'Sin las comisiones de red, que se pagan en su propia moneda.',
}

/** One set per receipt language. */
export const reportLabels: Readonly<Record<ReceiptLanguage, ReportLabels>> = { en, es }
