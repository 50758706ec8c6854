import { en } from '../../../src/renderer/locales/all-messages.ts'
import { createFormats } from '../../../src/renderer/app/formats/formats.ts'
import { attentionTitleKey } from '../../../src/renderer/modules/purchases/attention/attention-keys.ts'
import { outcomeKeys } from '../../../src/renderer/modules/purchases/purchase/outcome-keys.ts'
import { outcomeParams } from '../../../src/renderer/modules/purchases/purchase/outcome-params.ts'
import { outcomeTitle } from '../../../src/renderer/modules/purchases/purchase/outcome-title.ts'
import type { PurchaseView } from '../../../src/shared/purchases/views.ts'
import { READ_AT } from './view-of.ts'

const formats = createFormats('en-US', 'UTC')
/** Every message key used by a row of the table. */
export const usedKeys = new Set<string>()

/** Returns the title and messages on a purchase's page, and the title of its question in the inbox, in English. */
export function shownOf(purchase: PurchaseView, isServiceOnline: boolean): string {
  const params = outcomeParams(purchase, formats, READ_AT, (reference) => reference)
  const message = (key: string, given: Readonly<Record<string, string>> = params): string =>
    messageOf(key).replace(/\{(\w+)\}/g, (whole, name: string) => given[name] ?? whole)
  const question = purchase.status === 'needs-you' ? purchase.attention : null
  const inbox = question === null ? [] : [`(In the inbox: “${message(attentionTitleKey(question, purchase))}”)`]
  const paragraphs = outcomeKeys(purchase, { now: READ_AT, isServiceOnline })
  const shown = [
    `**${outcomeTitle(purchase, params, message)}**`,
    ...inbox,
    ...paragraphs.map(({ keys }) => keys.map((key) => message(key)).join(' ')),
  ].join(' ')
  // In a file, an amount is found by what a person types.
  return shown.replaceAll('\u00a0', ' ')
}

function messageOf(key: string): string {
  usedKeys.add(key)
  const found = key
    .split('.')
    .reduce<unknown>((tree, name) => (tree as Readonly<Record<string, unknown>> | undefined)?.[name], en)
  if (typeof found !== 'string') throw new Error(`There is no message ${key}`)
  return found
}
