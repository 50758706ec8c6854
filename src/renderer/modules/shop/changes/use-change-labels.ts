import { useI18n } from 'vue-i18n'
import type { ChangeKind } from '../../../../shared/catalog/views.ts'
import { useFormats } from '../../../app/formats/use-formats.ts'

/** The kinds in display order. */
export const changeKinds: readonly ChangeKind[] = ['added', 'back', 'cheaper', 'dearer', 'gone']

/** Returns labels for changes, such as "12 new · 3 cheaper", and since when. */
export function useChangeLabels() {
  const { t } = useI18n()
  const formats = useFormats()

  function sum(counts: Readonly<Record<ChangeKind, number>>): string {
    return changeKinds
      .filter((kind) => counts[kind] > 0)
      .map((kind) => t(`changes.${kind}`, { count: formats.value.number(counts[kind]) }, counts[kind]))
      .join(' · ')
  }
  function since(what: string, at: string | null, now: number): string {
    if (at === null) return what
    const { day, ...moment } = formats.value.moment(Date.parse(at), now)
    return t(`changes.since.${day}`, { what, ...moment })
  }
  function checkedAt(at: string | null, now: number): string {
    if (at === null) return t('changes.never')
    const { day, ...moment } = formats.value.moment(Date.parse(at), now)
    return t(`changes.checkedAt.${day}`, { ...moment })
  }
  return { sum, since, checkedAt }
}
