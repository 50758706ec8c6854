import type { Locale } from '../../../../shared/app/locales.ts'
import type { SettingId } from '../setting-list.ts'
import { english } from './english.ts'
import { spanish } from './spanish.ts'

/** What people may call each setting, by language. */
export const settingTerms: Readonly<Record<Locale, Readonly<Record<SettingId, string>>>> = { en: english, es: spanish }
