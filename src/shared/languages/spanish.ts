import type { Language } from './language.ts'

export const spanish: Language = {
  name: 'Español',
  awaitsNativeReader: true,
  // As in most of Latin America.
  neutral: 'es-419',
  countries: ['MX', 'US', 'GT', 'CO', 'ES', 'PE', 'AR'],
  keys: {
    letters: ['qwertyuiop', 'asdfghjklñ', 'zxcvbnm'],
    signs: ['1234567890', 'áéíóúü¿¡()', '-_/:&+*#!?'],
  },
  justNow: 'hace un momento',
  currencies: {
    CKD: 'dólares de las Islas Cook',
    SLE: 'leones de Sierra Leona',
    // Chromium leaves out the accent in es-MX.
    VES: 'bolívares venezolanos',
  },
  articles: {},
  commonWords: 'el la los las un una unos unas para por en de del al y e o con desde mi quiero necesito',
  worldWords: ['mundo', 'mundial', 'global'],
  usualWords: {
    bank: 'Al banco',
    supplier: 'Pago a un proveedor',
    owner: 'Efectivo del dueño',
    change: 'Más cambio',
    giveChange: 'Dar cambio',
    checkDrawer: 'Revisar la caja',
    bestSellers: 'Lo más vendido',
  },
  sampleNumber: 'PRUEBA',
}
