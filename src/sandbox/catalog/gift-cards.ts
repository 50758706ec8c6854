import type { Country } from './countries.ts'
import { roundPrice } from './currencies.ts'
import { giftBrands, type GiftBrand } from './gift-brands.ts'
import type { Variant } from './model.ts'
import { listPrice } from './price.ts'
import { email, phoneOf } from './regexes.ts'
import { finishVariant } from './variant.ts'

/** Returns the prepaid codes and gift cards sold in a country. */
export function giftCardsOf(country: Country): Variant[] {
  return giftBrands
    .filter((brand) => brand.countries.split(' ').includes(country.isoAlpha2))
    .flatMap((brand) => cards(brand, country))
}

function cards(brand: GiftBrand, country: Country): Variant[] {
  const values = new Set(brand.dollars.map((amount) => roundPrice(amount, country.fiatCurrency)))
  return [...values].map((value) =>
    finishVariant({
      brand: brand.name,
      country: country.isoAlpha2,
      price: listPrice(value, country.fiatCurrency),
      productType: 'gift_card',
      subTypes: brand.subTypes,
      categories: [brand.category],
      shortNotes: brand.about,
      notes: notesOf(brand, country),
      requiredFields: brand.requiredFields ?? [],
      ...referenceOf(brand, country),
    }),
  )
}

function referenceOf(brand: GiftBrand, country: Country): Pick<Variant, 'referenceType'> {
  if (brand.delivery === 'none') return {}
  if (brand.delivery === 'phone') return { referenceType: phoneOf(country.isoAlpha2, country.callingCode) }
  return { referenceType: email }
}

function notesOf(brand: GiftBrand, country: Country): string {
  const where = `Valid in one country: ${country.name}.`
  if (brand.delivery === 'none') return `${brand.about} ${where}`
  const how = brand.delivery === 'phone' ? 'The code comes by text message.' : 'The code comes by e-mail.'
  return `${brand.about} ${how} ${where} It cannot be exchanged for cash.`
}
