import { useI18n } from 'vue-i18n'
import { dayAt, noonOf } from '../../../../shared/periods.ts'
import type { Schedule } from '../../../../shared/reminders/schedule.ts'
import type { ReminderView } from '../../../../shared/reminders/views.ts'
import { useFormats } from '../../../app/formats/use-formats.ts'
import { withName } from '../../../app/people/use-person-name.ts'
import { useNow } from '../../../app/timing/use-now.ts'

/** Returns what is said of reminders: product and recipient, how often, and days. */
export function useReminderWords() {
  const { t } = useI18n()
  const formats = useFormats()
  const now = useNow(60_000)
  const dayOf = (day: string): string => formats.value.date(noonOf(day))
  const nameOf = ({ purchase }: ReminderView): string => formats.value.purchased(purchase)
  const recipientOf = ({ purchase }: ReminderView): string | null =>
    purchase.groupedReference && withName(purchase.person, purchase.groupedReference)

  function scheduleOf(schedule: Schedule): string {
    if (schedule.kind === 'days' && schedule.days === 1) return t('reminders.daily')
    if (schedule.kind === 'days') return t('reminders.days', { count: formats.value.number(schedule.days) })
    if (schedule.kind === 'month') return t('reminders.month')
    const { daysBefore, lastDay } = schedule
    return t('reminders.beforeDay', { count: formats.value.number(daysBefore), day: dayOf(lastDay) }, daysBefore)
  }
  function dueOf({ dueOn }: ReminderView): string {
    const today = dayAt(now.value)
    if (dueOn > today) return t('reminders.next', { day: dayOf(dueOn) })
    return dueOn === today ? t('reminders.today') : t('reminders.since', { day: dayOf(dueOn) })
  }
  /** Says when the next one is, of a day that may have come. */
  function nextOf(day: string): string {
    const today = dayAt(now.value)
    if (day > today) return t('reminders.nextOn', { day: dayOf(day) })
    return day === today ? t('reminders.nextToday') : t('reminders.since', { day: dayOf(day) })
  }
  /** Says on which day it is, or since when it is due. */
  function dayOfNext(reminder: ReminderView): string {
    if (reminder.dueOn <= dayAt(now.value)) return dueOf(reminder)
    return t('reminders.onDay', { day: dayOf(reminder.dueOn) })
  }
  /** Names it for a button among others. */
  const wholeName = (reminder: ReminderView): string =>
    [nameOf(reminder), recipientOf(reminder)].filter(Boolean).join(' · ')
  return { dayOf, nameOf, recipientOf, wholeName, scheduleOf, dueOf, nextOf, dayOfNext }
}
