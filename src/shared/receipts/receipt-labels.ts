import type { Locale } from '../app/locales.ts'
import type { ReceiptState } from './receipt-views.ts'

/** The fixed labels of a receipt, in the shop's language, which may differ from the clerk's. */
export interface ReceiptLabels {
  readonly taxNumber: string
  readonly number: string
  readonly soldAt: string
  readonly clerk: string
  readonly to: string
  readonly price: string
  readonly cashGiven: string
  readonly change: string
  readonly refundedCash: string
  readonly copy: string
  readonly serviceReference: string
  readonly code: string
  /** Where the code is if it is not on the receipt: sent to the recipient, or to be printed once it is there. */
  readonly codeComesTo: (recipient: string) => string
  readonly codeComesLater: string
  readonly pin: string
  readonly serial: string
  readonly scan: string
  readonly state: Readonly<Record<ReceiptState, string>>
}

const en: ReceiptLabels = {
  taxNumber: 'Tax no.',
  number: 'Receipt',
  soldAt: 'Date',
  clerk: 'Sold by',
  to: 'For',
  price: 'Price',
  cashGiven: 'Cash',
  change: 'Change',
  refundedCash: 'Refunded',
  copy: 'COPY',
  serviceReference: 'Reference',
  code: 'Code',
  codeComesTo: (recipient) => `The code is sent to ${recipient}.`,
  codeComesLater: 'The code comes later. Ask the shop to print this receipt again then.',
  pin: 'PIN',
  serial: 'Serial number',
  scan: 'To find this sale',
  state: {
    delivered: 'Delivered',
    'on-its-way': 'On its way. Keep this receipt until it has arrived.',
    failed: 'It could not be delivered. Your money will be refunded. Keep this receipt.',
    refunded: 'It could not be delivered. Your money was refunded.',
    'given-back': 'The shop gave your money back.',
  },
}

const es: ReceiptLabels = {
  taxNumber: 'ID fiscal',
  number: 'Recibo',
  soldAt: 'Fecha',
  clerk: 'Te atendió',
  to: 'Para',
  price: 'Precio',
  cashGiven: 'Efectivo',
  change: 'Cambio',
  refundedCash: 'Devuelto',
  copy: 'COPIA',
  serviceReference: 'Referencia',
  code: 'Código',
  codeComesTo: (recipient) => `El código se envía a ${recipient}.`,
  codeComesLater: 'El código llega después. Pide entonces a la tienda que imprima de nuevo este recibo.',
  pin: 'PIN',
  serial: 'Número de serie',
  scan: 'Para encontrar esta venta',
  state: {
    delivered: 'Entregado',
    'on-its-way': 'En camino. Guarda este recibo hasta que llegue.',
    failed: 'No se pudo entregar. Se te devolverá tu dinero: guarda este recibo.',
    refunded: 'No se pudo entregar. Se te devolvió tu dinero.',
    'given-back': 'La tienda te devolvió tu dinero.',
  },
}

const pt: ReceiptLabels = {
  taxNumber: 'CNPJ/CPF',
  number: 'Recibo',
  soldAt: 'Data',
  clerk: 'Atendente',
  to: 'Para',
  price: 'Preço',
  cashGiven: 'Dinheiro',
  change: 'Troco',
  refundedCash: 'Devolvido',
  copy: '2ª VIA',
  serviceReference: 'Referência',
  code: 'Código',
  codeComesTo: (recipient) => `O código é enviado para ${recipient}.`,
  codeComesLater: 'O código chega depois. Peça então à loja que imprima este recibo de novo.',
  pin: 'PIN',
  serial: 'Número de série',
  scan: 'Para encontrar esta venda',
  state: {
    delivered: 'Entregue',
    'on-its-way': 'A caminho. Guarde este recibo até chegar.',
    failed: 'Não foi possível entregar. Seu dinheiro será devolvido. Guarde este recibo.',
    refunded: 'Não foi possível entregar. Seu dinheiro foi devolvido.',
    'given-back': 'A loja devolveu seu dinheiro.',
  },
}

const fr: ReceiptLabels = {
  taxNumber: 'N° fiscal',
  number: 'Reçu',
  soldAt: 'Date',
  clerk: 'Vendu par',
  to: 'Pour',
  price: 'Prix',
  cashGiven: 'Espèces',
  change: 'Rendu',
  refundedCash: 'Remboursé',
  copy: 'COPIE',
  serviceReference: 'Référence',
  code: 'Code',
  codeComesTo: (recipient) => `Le code est envoyé à ${recipient}.`,
  codeComesLater: 'Le code arrive plus tard. Demandez alors à la boutique de réimprimer ce reçu.',
  pin: 'PIN',
  serial: 'Numéro de série',
  scan: 'Pour retrouver cette vente',
  state: {
    delivered: 'Livré',
    'on-its-way': 'En route. Gardez ce reçu jusqu’à l’arrivée.',
    failed: 'La livraison a échoué. Votre argent vous sera remboursé. Gardez ce reçu.',
    refunded: 'La livraison a échoué. Votre argent vous a été remboursé.',
    'given-back': 'La boutique vous a rendu votre argent.',
  },
}

export const receiptLabels: Readonly<Record<Locale, ReceiptLabels>> = { en, es, pt, fr }
