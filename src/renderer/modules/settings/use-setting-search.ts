import { computed, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { localeOf, locales } from '../../../shared/app/locales.ts'
import { useAppStore } from '../../app/stores/app-store.ts'
import { fittingQuery, searchSettings } from './search-settings.ts'
import { settings } from './setting-list.ts'
import { doing, termsIn } from './terms/setting-terms.ts'
import { useSettingValues } from './use-setting-values.ts'

/**
 * Finds the settings that this Till shows now by the words of `query`, with where each is and its value. `searched` is the query as it
 * finds them.
 */
export function useSettingSearch(query: Readonly<Ref<string>>) {
  const { t, locale } = useI18n()
  const store = useAppStore()
  const valueOf = useSettingValues()

  const language = computed(() => localeOf(locale.value) ?? 'en')
  const shown = computed(() => {
    const { app } = store
    if (app === null) return []
    return settings
      .filter(({ isShown }) => isShown?.(app) ?? true)
      .map(({ id, page, group, label }) => ({
        id,
        page,
        label: t(label, { version: app.newerVersion?.version ?? '' }),
        path: [t(`settings.pages.${page}`), ...(group ? [t(group)] : [])].join(' › '),
        terms: termsIn(language.value, id),
        otherTerms: locales.flatMap((one) => (one === language.value ? [] : [termsIn(one, id)])).join('\n'),
        englishTerms: termsIn('en', id),
        value: valueOf(id),
      }))
  })
  const searched = computed(() => fittingQuery(shown.value, query.value, doing))
  return { searched, found: computed(() => searchSettings(shown.value, searched.value)) }
}

export type FoundSetting = ReturnType<typeof useSettingSearch>['found']['value'][number]
