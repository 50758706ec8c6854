import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestCatalog, price, rawBrand, rawVariant, type TestCatalog } from '../../../testing/catalog/cache.ts'
import { ask, page, type SearchQuery } from '../../../testing/catalog/search.ts'
import { searchProducts } from './products-repository.ts'
import { readMeanings } from './searched-word-repository.ts'

const gift = (sku: string, category: string, dollars = '25') =>
  rawVariant(sku, {
    productType: 'gift_card',
    country: 'US',
    price: price('USD', dollars, dollars),
    categories: [category],
  })
const plan = (sku: string, countries: readonly string[], dollars: string) =>
  rawVariant(sku, {
    productType: 'esim',
    country: countries[0],
    supportedCountries: countries,
    price: price('USD', dollars, dollars),
  })

let catalog: TestCatalog
beforeEach(() => {
  catalog = openTestCatalog()
  catalog.write([
    {
      productType: 'gift_card',
      brands: [
        rawBrand('Pixelforge Arcade', 1, [gift('PIXELFORGE-25', 'Gaming'), gift('PIXELFORGE-50', 'Gaming', '50')]),
        rawBrand('Flickerbarn', 2, [gift('FLICKER-25', 'Streaming')]),
        rawBrand('Dragonfruit Games', 3, [gift('DRAGON-25', 'Gaming')]),
        rawBrand('Trinidad Rides', 4, [gift('RIDES-10', 'Transport', '10')]),
        rawBrand('Comptoir', 10, [
          rawVariant('COMPTOIR-50', {
            productType: 'gift_card',
            country: 'FR',
            price: price('EUR', '50', '55'),
            categories: ['shopping'],
            subTypes: ['prepaid_code'],
          }),
        ]),
      ],
    },
    {
      productType: 'topup',
      brands: [
        rawBrand('Vivaz', 8, [
          rawVariant('VIVAZ-50', { country: 'BR', price: price('BRL', '50', '9'), subTypes: ['prepaid'] }),
          rawVariant('VIVAZ-20', { country: 'BR', price: price('BRL', '20', '4'), subTypes: ['prepaid'] }),
        ]),
        rawBrand('Lumo', 9, [
          rawVariant('LUMO-100', { country: 'MX', price: price('MXN', '100', '5') }),
          rawVariant('LUMO-200', { country: 'MX', price: price('MXN', '200', '10') }),
        ]),
      ],
    },
    {
      productType: 'esim',
      brands: [
        rawBrand('Albatross', 5, [plan('ALBATROSS', ['US', 'FR', 'DE', 'ES', 'MX'], '35')]),
        rawBrand('Meridian', 6, [plan('MERIDIAN', ['FR', 'DE', 'ES'], '13')]),
        rawBrand('Skylark', 7, [plan('SKYLARK-FR', ['FR'], '4')]),
      ],
    },
  ])
})
afterEach(() => catalog.dispose())

const search = (text: string, more: Partial<SearchQuery> = {}) =>
  searchProducts(catalog.db, ask({ text, ...more }), page)
const skus = (text: string, more: Partial<SearchQuery> = {}): string[] =>
  search(text, more).products.map(({ sku }) => sku)

describe('the words that people use', () => {
  it.each([
    ['video games 25', ['DRAGON-25', 'PIXELFORGE-25']],
    ['video game', ['DRAGON-25', 'PIXELFORGE-25', 'PIXELFORGE-50']],
    ['videojuegos', ['DRAGON-25', 'PIXELFORGE-25', 'PIXELFORGE-50']],
    ['juegos 50', ['PIXELFORGE-50']],
    ['películas', ['FLICKER-25']],
    ['vouchers streaming', ['FLICKER-25']],
    ['tarjetas de regalo taxi', ['RIDES-10']],
    ['gift cards for the taxi', ['RIDES-10']],
    ['esims germany', ['ALBATROSS', 'MERIDIAN']],
    ['esim for trip to france and spain', ['ALBATROSS', 'MERIDIAN']],
    ['plan para viaje en francia y españa', ['ALBATROSS', 'MERIDIAN']],
    ['jeux vidéo 25', ['DRAGON-25', 'PIXELFORGE-25']],
    ['cartes cadeaux pour le taxi', ['RIDES-10']],
    ['bons d’achat films', ['FLICKER-25']],
    ["forfait data pour l'Allemagne", ['ALBATROSS', 'MERIDIAN']],
    ['eSIM pour un voyage en France et en Espagne', ['ALBATROSS', 'MERIDIAN']],
    ['carte sim pour l’Allemagne', ['ALBATROSS', 'MERIDIAN']],
    ['pré-pago brasil', ['VIVAZ-20', 'VIVAZ-50']],
    ['vivaz pré pago', ['VIVAZ-20', 'VIVAZ-50']],
    ['celular prepago méxico', ['LUMO-100', 'LUMO-200']],
    ['cinquenta reais', ['VIVAZ-50']],
    ['R$ 50', ['VIVAZ-50']],
    ['recarga de R$ 50,00', ['VIVAZ-50']],
    ['recarga vivaz 50', ['VIVAZ-50']],
    ['recarga 200', ['LUMO-200']],
    ['recarga de 200 pesos', ['LUMO-200']],
    ['cien pesos', ['LUMO-100']],
    ['doscientos pesos lumo', ['LUMO-200']],
    ['recharge 200', ['LUMO-200']],
    ['cinquante euros', ['COMPTOIR-50']],
    ['carte cadeau 50 €', ['COMPTOIR-50']],
    ['tarjeta de regalo francia', ['COMPTOIR-50']],
    ['fifty euros', ['COMPTOIR-50']],
    ['jogos 50', ['PIXELFORGE-50']],
    ['pacote de dados móveis pra alemanha', ['ALBATROSS', 'MERIDIAN']],
    ['filmes', ['FLICKER-25']],
    ['cartões presente para o táxi', ['RIDES-10']],
    ['plano de dados na frança e na espanha', ['ALBATROSS', 'MERIDIAN']],
    ['chip para viagens na alemanha', ['ALBATROSS', 'MERIDIAN']],
  ])('“%s” finds %j, and nothing is corrected', (text, expected) => {
    const found = search(text)
    expect(found.products.map(({ sku }) => sku).sort()).toEqual(expected)
    expect(found.corrected).toEqual([])
  })

  it('leaves out a word that the catalog does not know beside one for a kind of product, and says so', () => {
    expect(search('juegos telcel')).toMatchObject({
      products: [{ sku: 'PIXELFORGE-25' }, { sku: 'PIXELFORGE-50' }, { sku: 'DRAGON-25' }],
      corrected: [{ typed: 'telcel', meant: [], isBegun: false }],
    })
    expect(skus('telcel esim germany')).toEqual(['MERIDIAN', 'ALBATROSS'])
    for (const text of ['telcel', 'telcel germany', 'pixelforge zzzzz']) expect([text, skus(text)]).toEqual([text, []])
  })

  it('never corrects a word to a longer one that only begins alike', () => {
    expect(skus('trike')).toEqual([])
    expect(search('trinidda').corrected).toEqual([{ typed: 'trinidda', meant: ['trinidad'], isBegun: false }])
  })

  it('names the whole word that the last letters are missing of, and marks it', () => {
    expect(search('pixelforg arcade')).toMatchObject({
      corrected: [{ typed: 'pixelforg', meant: ['pixelforge'], isBegun: true }],
      marks: ['pixelforge', 'arcade'],
    })
    // It may become another word yet.
    expect(search('pixel').corrected).toEqual([])
  })

  it('finds the plans of a region by price, whichever brand comes first, and a country’s own first', () => {
    expect(skus('esim europe')).toEqual(['MERIDIAN', 'ALBATROSS'])
    expect(skus('esim france', { near: 'FR' })).toEqual(['SKYLARK-FR', 'MERIDIAN', 'ALBATROSS'])
  })

  it.each([
    ['farnce', ['france']],
    ['Méjico', ['mexico']],
    ['Espanha', []],
    // What begins with it, and its own words.
    ['germ', ['germany']],
    ['pixelforg', ['pixelforge']],
    ['france', []],
    ['xqzzt', []],
  ])('“%s” may mean %j', (word, expected) => {
    expect(readMeanings(catalog.db, word)).toEqual(expected)
  })
})
