import { useI18n } from 'vue-i18n'
import { languages, localeOf } from '../../../shared/app/locales.ts'
import type { AppView } from '../../../shared/app/views.ts'
import { useFormats } from '../../app/formats/use-formats.ts'
import { useCatalogLabels } from '../../app/messages/use-catalog-labels.ts'
import { useAppStore } from '../../app/stores/app-store.ts'
import type { SettingId } from './setting-list.ts'

/** Returns a function to the value of a setting in a few words; null where it has none, or where only its page reads it. */
export function useSettingValues(): (id: SettingId) => string | null {
  const { t, locale } = useI18n()
  const store = useAppStore()
  const formats = useFormats()
  const { countryName } = useCatalogLabels()

  const minutes = (count: number): string => t('settings.minutes', { count: formats.value.number(count) }, count)
  function languageName(): string | null {
    const language = localeOf(locale.value)
    return language ? languages[language].name : null
  }
  const values: Partial<Record<SettingId, (app: AppView) => string | null>> = {
    language: languageName,
    theme: ({ settings }) => t(`settings.themes.${settings.theme}`),
    'home-country': ({ settings }) =>
      settings.homeCountry ? countryName(settings.homeCountry) : t('settings.noCountry'),
    'system-start': ({ startsWithSystem }) => t(`settings.systemStart.${startsWithSystem === true ? 'on' : 'off'}`),
    service: ({ profile }) => profile?.name ?? null,
    requests: ({ profile }) =>
      profile && t('settings.requests', { count: formats.value.number(profile.requestsPerHour) }),
    'lock-after': ({ settings }) => minutes(settings.lockAfterMinutes),
    'shop-mode': ({ kiosk }) => t(`settings.shopMode.${kiosk.on ? 'on' : 'off'}`),
    'sign-out': ({ settings }) => minutes(settings.idleMinutes),
    'pin-at-sale': ({ settings }) => t(`kiosk.pinAtSale.${settings.pinAtSale ? 'on' : 'off'}`),
    'customer-display': ({ settings }) => t(`settings.customerDisplay.${settings.customerDisplay}`),
    version: ({ version }) => version,
  }
  return (id) => (store.app && values[id]?.(store.app)) ?? null
}
