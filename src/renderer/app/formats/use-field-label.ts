import { useI18n } from 'vue-i18n'
import { readable } from '../messages/use-catalog-labels.ts'
import type { FieldView } from '../../../shared/catalog/variant-views.ts'
import { labelOf } from './field-label.ts'

/** Returns labels for a product's fields. */
export function useFieldLabel() {
  const { t, locale } = useI18n()

  function labelFor(name: string): string {
    const { owner, word, rest } = labelOf(name)
    const field = word ? t(`fields.${word}`) : readable(rest)
    if (!owner) return field
    const lower = field.charAt(0).toLocaleLowerCase(locale.value) + field.slice(1)
    return t(`fields.of.${owner}`, { field: lower })
  }
  /** Returns the reference's label by its kind, not by the service's name for it. */
  function referenceLabel(field: FieldView): string {
    if (field.kind === 'phone') return t('fields.phoneToTopUp')
    if (field.kind === 'email') return labelFor('recipient.email')
    return labelFor(field.name)
  }
  return { labelFor, referenceLabel }
}
