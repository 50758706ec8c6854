import { useI18n } from 'vue-i18n'
import type { ProductFacts, VariantView } from '../../../shared/catalog/variant-views.ts'
import type { PurchaseRowView } from '../../../shared/purchases/views.ts'
import { useFormats } from '../formats/use-formats.ts'
import { useShopperStore } from '../stores/shopper-store.ts'

/** Product types that have labels of Till's own. */
export const knownTypes = ['topup', 'gift_card', 'esim', 'data', 'voucher', 'bill']

/** Makes a name of the service readable: "gift_card" → "Gift card". */
export function readable(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[._\-\s]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Contents = ProductFacts & Pick<VariantView, 'supportedCountries'>
type Reach = Pick<VariantView, 'country' | 'supportedCountries'>
type Bought = Pick<PurchaseRowView, 'country' | 'countryCount'>

/** Returns labels for the catalog: product types, facts of a product, countries. */
export function useCatalogLabels() {
  const { t, te } = useI18n()
  const formats = useFormats()
  const shopper = useShopperStore()

  function typeName(type: string): string {
    const key = type.toLowerCase()
    return knownTypes.includes(key) ? t(`types.${key}`) : readable(type)
  }

  /** Returns the name of a category or subtype: a service invents its own, and the common ones are translated. */
  function categoryName(category: string): string {
    const name = readable(category)
    const key = name.toLowerCase().replaceAll(' ', '-')
    return te(`categories.${key}`) ? t(`categories.${key}`) : name
  }

  /**
   * Returns a product's contents as short labels: "5 GB", "30 days", "4G". One that works in several countries does not name the one
   * that carries its traffic, and speeds that stay the same while roaming are named once.
   */
  const facts = (contents: Contents): string[] => factsWithin(contents, contents.supportedCountries.length)

  /** Returns the contents of a product that works in so many countries; null if that is unknown. */
  function factsWithin(
    { data, sms, voice, durationDays, roaming }: ProductFacts,
    countryCount: number | null,
  ): string[] {
    const roamingSpeeds = roaming.speeds.join(' · ')
    const count = (key: string, value: string): string =>
      t(`facts.${key}`, { count: formats.value.number(value) }, Number(value))
    return [
      data.unlimited
        ? t('facts.dataUnlimited')
        : data.gigabytes && t('facts.data', { count: formats.value.number(data.gigabytes) }),
      voice.unlimited ? t('facts.voiceUnlimited') : voice.minutes && count('voice', voice.minutes),
      sms.unlimited ? t('facts.smsUnlimited') : sms.count && count('sms', sms.count),
      durationDays && count('days', durationDays),
      data.speeds.join(' · '),
      countryCount !== null &&
        countryCount < 2 &&
        roaming.country &&
        t('facts.roaming', { country: countryWithin(roaming.country) }),
      roamingSpeeds !== data.speeds.join(' · ') && roamingSpeeds && t('facts.roamingSpeeds', { speeds: roamingSpeeds }),
    ].filter((fact): fact is string => typeof fact === 'string' && fact !== '')
  }

  const countryName = (iso2: string): string => formats.value.country(iso2, shopper.countryNames.get(iso2) ?? iso2)

  const countryWithin = (iso2: string): string =>
    formats.value.countryWithin(iso2, shopper.countryNames.get(iso2) ?? iso2)

  /** Returns where a product works: its country, or the number of countries, with the name of the `wanted` one (ISO alpha-2). */
  const reachName = ({ country, supportedCountries }: Reach, wanted: string | null = null): string =>
    reachOf(country, supportedCountries.length, wanted)

  /** Returns where a bought product works, like `reachName`; null if it may be more than the one recorded country. */
  const boughtReachName = ({ country, countryCount }: Bought, wanted: string | null = null): string | null =>
    countryCount === null ? null : reachOf(country, countryCount, wanted)

  function reachOf(country: string, count: number, wanted: string | null): string {
    if (count < 2) return countryName(country)
    if (wanted === null) return t('facts.countries', { count: formats.value.number(count) }, count)
    const more = { country: countryName(wanted), count: formats.value.number(count - 1) }
    return t('facts.countryAndMore', more, count - 1)
  }

  return { typeName, categoryName, facts, factsWithin, countryName, countryWithin, reachName, boughtReachName }
}
