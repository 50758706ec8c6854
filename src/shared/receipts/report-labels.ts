import type { Locale } from '../app/locales.ts'
import type { RefundReason } from '../sales/refund-reasons.ts'

/** The labels of a printed shift report: those of the screen, in the shop's language. */
export interface ReportLabels {
  title(of: 'x' | 'z', number: number): string
  readonly notCounted: string
  readonly notClosed: string
  readonly openedAt: string
  readonly closedAt: string
  readonly printedAt: string
  readonly manager: string
  readonly float: string
  sold(count: number): string
  refundedCash(count: number): string
  readonly refundReasons: Readonly<Record<RefundReason, string>>
  readonly expected: string
  readonly counted: string
  counts(count: number): string
  readonly countedAgain: string
  openings(count: number): string
  readonly daySummary: string
  readonly blind: string
  readonly paidIn: string
  readonly paidOut: string
  readonly drawerChange: string
  readonly even: string
  readonly over: string
  readonly short: string
  readonly cost: string
  readonly margin: string
  readonly marginLost: string
  readonly costLost: string
  readonly netMargin: string
  readonly wasDelivered: string
  onChain(found: number, payments: number): string
  readonly notChecked: string
  readonly marginNote: string
}

const en: ReportLabels = {
  title: (of, number) => `${of === 'x' ? 'X' : 'Z'} report, shift ${number}`,
  notCounted: 'Not closed: drawer not counted',
  notClosed: 'Not closed',
  openedAt: 'Opened',
  closedAt: 'Closed',
  printedAt: 'Printed',
  manager: 'Manager',
  float: 'Starting cash',
  sold: (count) => (count === 0 ? 'No sales' : count === 1 ? '1 sale' : `${count} sales`),
  refundedCash: (count) => (count === 1 ? '1 refund' : `${count} refunds`),
  refundReasons: {
    'not-delivered': 'Not delivered',
    'wrong-number': 'Wrong number',
    'wrong-product': 'Wrong product',
    'changed-mind': 'Customer changed their mind',
    other: 'Other reason',
  },
  expected: 'Expected in drawer',
  counted: 'Counted',
  counts: (count) => (count === 1 ? 'Counted once' : `Counted ${count} times`),
  countedAgain: 'counted again',
  openings: (count) => (count === 1 ? 'Opened once without a sale' : `Opened ${count} times without a sale`),
  daySummary: 'Day summary',
  blind: 'The sums show after the drawer is counted.',
  paidIn: 'Cash in',
  paidOut: 'Cash out',
  drawerChange: 'Net change in drawer',
  even: 'Difference',
  over: 'Over',
  short: 'Short',
  cost: 'Cost of sales',
  margin: 'Profit',
  marginLost: 'Lost to refunds of earlier shifts',
  costLost: 'Lost: delivered and given back',
  netMargin: 'Profit after losses',
  wasDelivered: 'was delivered',
  onChain: (found, payments) => `${found} of ${payments} ${payments === 1 ? 'payment' : 'payments'} on chain`,
  notChecked: 'Payments on chain: not checked',
  marginNote: 'Without network fees, which are paid in the network’s own coin.',
}

const es: ReportLabels = {
  title: (of, number) => `Corte ${of === 'x' ? 'X' : 'Z'}, turno ${number}`,
  notCounted: 'Sin cerrar: caja sin contar',
  notClosed: 'Sin cerrar',
  openedAt: 'Abierto',
  closedAt: 'Cerrado',
  printedAt: 'Impreso',
  manager: 'Administración',
  float: 'Efectivo al empezar',
  sold: (count) => (count === 0 ? 'Nada vendido' : count === 1 ? '1 venta' : `${count} ventas`),
  refundedCash: (count) => (count === 1 ? '1 devolución' : `${count} devoluciones`),
  refundReasons: {
    'not-delivered': 'No llegó',
    'wrong-number': 'Número equivocado',
    'wrong-product': 'Producto equivocado',
    'changed-mind': 'El cliente cambió de opinión',
    other: 'Otro motivo',
  },
  expected: 'Debe haber en la caja',
  counted: 'Contado',
  counts: (count) => (count === 1 ? 'Contado una vez' : `Contado ${count} veces`),
  countedAgain: 'contado otra vez',
  openings: (count) => (count === 1 ? 'Abierta una vez sin venta' : `Abierta ${count} veces sin venta`),
  daySummary: 'Resumen del día',
  blind: 'Las sumas aparecen cuando se haya contado la caja.',
  paidIn: 'Entrada de efectivo',
  paidOut: 'Salida de efectivo',
  drawerChange: 'Cambio neto en la caja',
  even: 'Diferencia',
  over: 'Sobra',
  short: 'Falta',
  cost: 'Costo de lo vendido',
  margin: 'Ganado',
  marginLost: 'Perdido con lo vendido en turnos anteriores',
  costLost: 'Perdido: entregado y devuelto',
  netMargin: 'Ganado, menos lo perdido',
  wasDelivered: 'se había entregado',
  onChain: (found, payments) => `${found} de ${payments} ${payments === 1 ? 'pago' : 'pagos'} en la cadena`,
  notChecked: 'Pagos en la cadena: sin comprobar',
  marginNote: 'Sin las comisiones de red, que se pagan en su propia moneda.',
}

const pt: ReportLabels = {
  title: (of, number) => `Relatório ${of === 'x' ? 'X' : 'Z'}, turno ${number}`,
  notCounted: 'Em aberto: gaveta não contada',
  notClosed: 'Em aberto',
  openedAt: 'Abertura',
  closedAt: 'Fechamento',
  printedAt: 'Impresso',
  manager: 'Gerência',
  float: 'Fundo de troco',
  sold: (count) => (count === 0 ? 'Nenhuma venda' : count === 1 ? '1 venda' : `${count} vendas`),
  refundedCash: (count) => (count === 1 ? '1 devolução' : `${count} devoluções`),
  refundReasons: {
    'not-delivered': 'Não entregue',
    'wrong-number': 'Número errado',
    'wrong-product': 'Produto errado',
    'changed-mind': 'O cliente desistiu',
    other: 'Outro motivo',
  },
  expected: 'Esperado na gaveta',
  counted: 'Contado',
  counts: (count) => (count === 1 ? 'Contada uma vez' : `Contada ${count} vezes`),
  countedAgain: 'contada de novo',
  openings: (count) => (count === 1 ? 'Aberta uma vez sem venda' : `Aberta ${count} vezes sem venda`),
  daySummary: 'Resumo do dia',
  blind: 'Os totais aparecem depois da contagem da gaveta.',
  paidIn: 'Suprimento',
  paidOut: 'Sangria',
  drawerChange: 'Variação da gaveta',
  even: 'Diferença',
  over: 'Sobra',
  short: 'Falta',
  cost: 'Custo das vendas não devolvidas',
  margin: 'Lucro',
  marginLost: 'Perdido em devoluções de turnos anteriores',
  costLost: 'Perdido: entregue e devolvido',
  netMargin: 'Lucro menos perdas',
  wasDelivered: 'tinha sido entregue',
  onChain: (found, payments) => `${found} de ${payments} ${payments === 1 ? 'pagamento' : 'pagamentos'} na blockchain`,
  notChecked: 'Pagamentos na blockchain: não verificados',
  marginNote: 'Sem as taxas de rede, que são pagas na moeda da própria rede.',
}

const fr: ReportLabels = {
  title: (of, number) => `Rapport ${of === 'x' ? 'X' : 'Z'}, session ${number}`,
  notCounted: 'Non fermée\u00a0: tiroir non compté',
  notClosed: 'Non fermée',
  openedAt: 'Ouverte',
  closedAt: 'Fermée',
  printedAt: 'Imprimé',
  manager: 'Responsable',
  float: 'Fond de caisse',
  sold: (count) => (count === 0 ? 'Aucune vente' : count === 1 ? '1 vente' : `${count} ventes`),
  refundedCash: (count) => (count === 1 ? '1 remboursement' : `${count} remboursements`),
  refundReasons: {
    'not-delivered': 'Non livré',
    'wrong-number': 'Mauvais numéro',
    'wrong-product': 'Mauvais produit',
    'changed-mind': 'Le client a changé d’avis',
    other: 'Autre motif',
  },
  expected: 'Attendu dans le tiroir',
  counted: 'Compté',
  counts: (count) => (count === 1 ? 'Compté une fois' : `Compté ${count} fois`),
  countedAgain: 'recompté',
  openings: (count) => (count === 1 ? 'Ouvert une fois sans vente' : `Ouvert ${count} fois sans vente`),
  daySummary: 'Résumé du jour',
  blind: 'Les sommes s’affichent une fois le tiroir compté.',
  paidIn: 'Entrées d’espèces',
  paidOut: 'Sorties d’espèces',
  drawerChange: 'Variation du tiroir',
  even: 'Écart',
  over: 'En trop',
  short: 'Manquant',
  cost: 'Coût des ventes non remboursées',
  margin: 'Bénéfice',
  marginLost: 'Perdu\u00a0: remboursements de sessions passées',
  costLost: 'Perdu\u00a0: livré et remboursé',
  netMargin: 'Bénéfice après pertes',
  wasDelivered: 'était livré',
  onChain: (found, payments) => `Paiements sur la blockchain\u00a0: ${found} sur ${payments}`,
  notChecked: 'Paiements sur la blockchain\u00a0: non vérifiés',
  marginNote: 'Sans les frais de réseau, payés dans la crypto propre au réseau.',
}

/** One set per receipt language. */
export const reportLabels: Readonly<Record<Locale, ReportLabels>> = { en, es, pt, fr }
