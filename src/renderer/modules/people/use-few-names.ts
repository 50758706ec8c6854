import { useI18n } from 'vue-i18n'
import { useFormats } from '../../app/formats/use-formats.ts'

/** More names would be a list to read before the choice. */
const MOST_NAMES = 5

/** Returns a function that lists the first names, and counts the others of `total`. */
export function useFewNames(): (names: readonly string[], total?: number) => string {
  const { t } = useI18n()
  const formats = useFormats()
  return (names, total = names.length) => {
    const named = names.slice(0, names.length > MOST_NAMES + 1 ? MOST_NAMES : undefined)
    const rest = total - named.length
    return formats.value.list(rest > 0 ? [...named, t('people.import.others', rest)] : named)
  }
}
