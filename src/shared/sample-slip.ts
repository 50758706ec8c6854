import type { Slip, SlipLanguage } from './slip-views.ts'

const products = { en: 'Lumo Móvil · top-up of 200 MXN', es: 'Lumo Móvil · recarga de 200 MXN' } as const

/** A slip to look at and to try a printer with: nothing of it was ever sold. */
export function sampleSlip(language: SlipLanguage, soldAt: string): Slip {
  return {
    number: language === 'es' ? 'PRUEBA' : 'TEST',
    soldAt,
    clerk: 'Ana',
    product: products[language],
    reference: '+52 55 1234 5678',
    currency: 'MXN',
    price: '220',
    cashGiven: '500',
    change: '280',
    givenBack: null,
    state: 'delivered',
    codes: [{ kind: 'code', text: '1234 5678 9012' }],
    instructions: null,
    paymentHash: null,
    qr: 'https://example.org/',
    isReprint: false,
  }
}
