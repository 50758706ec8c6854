import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import type { RequestOutput } from '../../../shared/contract.ts'
import { request } from '../../app/client.ts'

export type PhoneFound = NonNullable<RequestOutput<'phone.find'>>

/** What was typed into the search field: words, and the phone number beside them. */
export interface ReadText {
  /** Without the number. */
  readonly text: string
  readonly phone: PhoneFound | null
}

/** Digits and what stands between those of a phone number. */
const mayBePhone = (text: string): boolean => /^[+\d(][\d\s().\-/]{2,30}$/.test(text.trim())

/** Whether a number may stand in `text`: an international one begun, or digits enough for a national one. */
export function mayHoldPhone(text: string): boolean {
  return mayBePhone(text) || /(?<![\p{L}\p{N}_])(?:\+\d|\(?\d(?:[\s().\-/]*\d){6})/u.test(text)
}

/** Reads what is typed, a national number as of the country `near`; null until the first is read. */
export function useReadText(text: () => string, near: () => string | null): Readonly<ShallowRef<ReadText | null>> {
  const read = shallowRef<ReadText | null>(null)
  let last = 0

  watch(
    [text, near],
    ([typed, country]) => {
      const turn = ++last
      const keep = (phone: PhoneFound | null): void => {
        if (turn === last) read.value = { text: phone ? phone.rest : typed, phone }
      }
      if (!mayHoldPhone(typed)) return keep(null)
      // Where main cannot tell, it is looked for like any other words.
      request('phone.find', { text: typed, near: country }).then(keep, () => keep(null))
    },
    { immediate: true, flush: 'sync' },
  )
  onScopeDispose(() => (last = -1))
  return read
}
