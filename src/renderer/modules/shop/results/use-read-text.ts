import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import type { RequestOutput } from '../../../../shared/contract.ts'
import { request } from '../../../app/requests/client.ts'

export type PhoneFound = NonNullable<RequestOutput<'phone.find'>>

/** The text of the search field, split into search text and phone number. */
export interface ReadText {
  /** What was typed. */
  readonly typed: string
  /** Without the number. */
  readonly text: string
  readonly phone: PhoneFound | null
}

/** Returns whether a text has only the characters of a phone number. */
const mayBePhone = (text: string): boolean => /^[+\d(][\d\s().\-/]{2,30}$/.test(text.trim())

/**
 * Returns whether `text` may contain a phone number: only signs of a number, from three on, the start of an international one, or seven
 * digits of a national one.
 */
export function mayHoldPhone(text: string): boolean {
  return mayBePhone(text) || /(?<![\p{L}\p{N}_])(?:\+\d|\(?\d(?:[\s().\-/]*\d){6})/u.test(text)
}

/** Reads the search field; a national number is read as one of the country `near`. Null until the first answer. */
export function useReadText(text: () => string, near: () => string | null): Readonly<ShallowRef<ReadText | null>> {
  const read = shallowRef<ReadText | null>(null)
  let last = 0

  watch(
    [text, near],
    ([typed, country]) => {
      const turn = ++last
      const keep = (phone: PhoneFound | null): void => {
        if (turn === last) read.value = { typed, text: phone ? phone.rest : typed, phone }
      }
      if (!mayHoldPhone(typed)) return keep(null)
      // If main fails, the whole text is searched for.
      request('phone.find', { text: typed, near: country }).then(keep, () => keep(null))
    },
    { immediate: true, flush: 'sync' },
  )
  // A late answer counts no more.
  onScopeDispose(() => (last = -1))
  return read
}
