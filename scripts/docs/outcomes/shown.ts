import { en } from '../../../src/renderer/locales/all-messages.ts'
import { createFormats } from '../../../src/renderer/app/formats/formats.ts'
import { attentionTitleKey } from '../../../src/renderer/modules/purchases/attention/attention-keys.ts'
import { outcomeKeys, outcomeTitleKey } from '../../../src/renderer/modules/purchases/purchase/outcome-keys.ts'
import { outcomeParams } from '../../../src/renderer/modules/purchases/purchase/outcome-params.ts'
import type { PurchaseView } from '../../../src/shared/purchases/views.ts'
import { READ_AT } from './view-of.ts'

const formats = createFormats('en-US', 'UTC')
/** Every message key used by a row of the table. */
export const usedKeys = new Set<string>()

/** Returns the title and messages on a purchase's page, in English. */
export function shownOf(purchase: PurchaseView, isServiceOnline: boolean): string {
  const params = outcomeParams(purchase, formats, READ_AT, (reference) => reference)
  const message = (key: string): string =>
    messageOf(key).replace(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole)
  const question = purchase.status === 'needs-you' ? purchase.attention : null
  const title = [outcomeTitleKey(purchase), ...(question === null ? [] : [attentionTitleKey(question, purchase)])]
    .map(message)
    .join(': ')
  const paragraphs = outcomeKeys(purchase, { now: READ_AT, isServiceOnline })
  return [`**${title}**`, ...paragraphs.map(({ keys }) => keys.map(message).join(' '))].join(' ')
}

function messageOf(key: string): string {
  usedKeys.add(key)
  const found = key
    .split('.')
    .reduce<unknown>((tree, name) => (tree as Readonly<Record<string, unknown>> | undefined)?.[name], en)
  if (typeof found !== 'string') throw new Error(`There is no message ${key}`)
  return found
}
