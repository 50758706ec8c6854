import { locales, type Locale } from '../../../../shared/app/locales.ts'
import type { SettingId } from '../setting-list.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'

const byLocale: Readonly<Record<Locale, Readonly<Record<SettingId, string>>>> = {
  en: english,
  es: spanish,
  pt: portuguese,
  fr: french,
}

const verbs: Readonly<Record<Locale, string>> = {
  en: 'change changing set setup edit choose turn switch on off enable disable where how do use add new',
  es: 'cambiar cambio elegir poner activar desactivar editar agregar nuevo nueva como donde usar',
  pt: 'mudar alterar trocar escolher ligar desligar ativar desativar editar adicionar novo nova como onde usar',
  fr: 'changer modifier choisir activer desactiver regler ajouter nouveau nouvelle comment ou utiliser',
}

/** What people want to do with a setting, in every language, folded. */
export const doing: ReadonlySet<string> = new Set(Object.values(verbs).flatMap((words) => words.split(' ')))

/** Returns what people may call a setting in a language. */
export function termsIn(locale: Locale, id: SettingId): string {
  const terms = byLocale[locale][id]
  return id === 'language' ? [terms, ...namesOfLanguages(locale)].join(', ') : terms
}

function namesOfLanguages(locale: Locale): string[] {
  const names = new Intl.DisplayNames([locale], { type: 'language' })
  return locales.map((one) => names.of(one) ?? one)
}
