import { locales, type Locale } from '../../../shared/app/locales.ts'
import type { PersonStatus } from '../../../shared/purchases/state.ts'
import { fold } from '../../../shared/search/fold.ts'

/** What people call the states and the kinds of purchases in one language. */
interface PurchaseWords {
  readonly states: Readonly<Record<PersonStatus, string>>
  readonly sold: string
  readonly types: Readonly<Record<'topup' | 'gift_card' | 'esim' | 'data' | 'voucher' | 'bill', string>>
}

const words: Readonly<Record<Locale, PurchaseWords>> = {
  en: {
    states: {
      paying: 'paying',
      'on-its-way': 'on its way pending',
      delivered: 'delivered done',
      failed: 'failed undelivered',
      refunded: 'refunded refunds',
      'not-paid': 'not paid unpaid cancelled canceled',
      'needs-you': 'action needed attention problem',
    },
    sold: 'sold counter sale sales',
    types: {
      topup: 'top-ups topups top ups refills recharges airtime',
      gift_card: 'gift cards gift-cards giftcards',
      esim: 'esims sim data plans',
      data: 'data plans',
      voucher: 'vouchers codes',
      bill: 'bills',
    },
  },
  es: {
    states: {
      paying: 'pagando',
      'on-its-way': 'camino pendientes',
      delivered: 'entregadas entregados',
      failed: 'fallidas fallidos fallaron fallo',
      refunded: 'reembolsadas reembolsados reembolsos devueltas devueltos',
      'not-paid': 'no pagadas pagados canceladas cancelados',
      'needs-you': 'requiere atención problemas',
    },
    sold: 'vendidas vendidos ventas mostrador',
    types: {
      topup: 'recargas saldo tiempo aire',
      gift_card: 'tarjetas regalos',
      esim: 'esims sim planes datos',
      data: 'planes datos',
      voucher: 'vales códigos',
      bill: 'facturas recibos',
    },
  },
  pt: {
    states: {
      paying: 'pagando',
      'on-its-way': 'caminho pendentes',
      delivered: 'entregues',
      failed: 'falhou falharam falhas falhada',
      refunded: 'reembolsadas reembolsados reembolsos estornadas estornados estornos devolvidas devolvidos',
      'not-paid': 'não pagas pagos canceladas cancelados',
      'needs-you': 'requer ação atenção problemas',
    },
    sold: 'vendidas vendidos vendas balcão',
    types: {
      topup: 'recargas créditos saldo',
      gift_card: 'cartões-presente cartão-presente cartões cartão presentes vale-presentes vales',
      esim: 'esims chips planos dados',
      data: 'planos dados',
      voucher: 'vouchers vales códigos',
      bill: 'contas boletos',
    },
  },
  fr: {
    states: {
      paying: 'paiement en cours',
      'on-its-way': 'en route attente',
      delivered: 'livrés livrées',
      failed: 'échoué échec échecs',
      refunded: 'remboursés remboursées remboursements',
      'not-paid': 'non payés payées impayés annulés annulées',
      'needs-you': 'traiter problèmes',
    },
    sold: 'vendus vendues ventes comptoir',
    types: {
      topup: 'recharges crédits',
      gift_card: 'cartes cadeaux',
      esim: 'esims sim forfaits data données',
      data: 'forfaits data données',
      voucher: 'bons achat codes',
      bill: 'factures',
    },
  },
}

const folded = (read: (words: PurchaseWords) => string): string =>
  ` ${fold(locales.map((locale) => read(words[locale])).join(' '))}`

const stateWords = new Map<PersonStatus, string>()
const typeWords = new Map<string, string>()
const soldWords = folded(({ sold }) => sold)

/** Returns the names of a state in every language, folded, each after a space. */
export function wordsOfState(status: PersonStatus): string {
  const known = stateWords.get(status) ?? folded(({ states }) => states[status])
  stateWords.set(status, known)
  return known
}

/** Returns the names of a product type in every language and the type itself, folded, each after a space. */
export function wordsOfType(type: string): string {
  const isNamed = (name: string): name is keyof PurchaseWords['types'] => Object.hasOwn(words.en.types, name)
  const known =
    typeWords.get(type) ??
    `${isNamed(type) ? folded(({ types }) => types[type]) : ''} ${fold(type).replaceAll('_', ' ')}`
  typeWords.set(type, known)
  return known
}

/** Returns what people call a sale over the counter in every language, folded, each after a space. */
export const wordsOfSale = (): string => soldWords

/** Returns whether a folded word begins one of all these names. */
export function isPurchaseWord(word: string): boolean {
  const named = [soldWords, folded((one) => Object.values({ ...one.states, ...one.types }).join(' '))]
  return named.some((names) => names.includes(` ${word}`))
}
