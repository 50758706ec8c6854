import { watch } from 'vue'
import type { RouteLocationRaw, Router } from 'vue-router'
import type { PurchaseRowView } from '../../../shared/purchases/views.ts'
import { onEvent, request } from '../requests/client.ts'
import { useFormats } from '../formats/use-formats.ts'
import { isPhone, loadPhoneGrouping } from '../formats/phone-grouping.ts'
import { isSentAsCode } from '../../../shared/catalog/product-kind.ts'
import { whenIdle } from '../timing/when-idle.ts'
import { useAppStore } from '../stores/app-store.ts'
import { useNoticesStore } from '../stores/notices-store.ts'

type Status = PurchaseRowView['status']
/** What still has an outcome to come. */
const isOpen = (status: Status | undefined): boolean =>
  status !== undefined && !['delivered', 'refunded', 'not-paid'].includes(status)

/** A message stays as it was put up, so its number is grouped before. */
async function grouped(reference: string): Promise<string> {
  if (!isPhone(reference)) return reference
  return loadPhoneGrouping().then(
    (group) => group(reference),
    () => reference,
  )
}

/** Notifies the user at home once of each outcome of a purchase whose own page is not on screen. */
export function notifyOfPurchases(router: Router): void {
  const app = useAppStore()
  const notices = useNoticesStore()
  const formats = useFormats()
  /** The last status of each purchase that was open when it was last heard of. */
  const open = new Map<string, Status>()
  /** The message of each purchase that failed, which its refund replaces. */
  const failures = new Map<string, number>()
  const isAtHome = (): boolean => app.role === 'manager' && app.app?.kiosk.on !== true

  async function notify(row: PurchaseRowView): Promise<void> {
    const name = formats.value.purchased(row)
    const what = row.reference ? `${name} · ${await grouped(row.reference)}` : name
    const page: RouteLocationRaw = { name: 'purchase', params: { id: row.id } }
    const given = { values: { what }, action: { key: 'ended.see', run: () => void router.push(page) } }
    if (row.status === 'delivered' && isSentAsCode(row)) notices.add('good', 'ended.sent', given)
    else if (row.status === 'delivered') notices.add('good', 'ended.delivered', given)
    else if (row.status === 'failed') failures.set(row.id, notices.add('bad', 'ended.failed', given))
    else if (row.status === 'refunded') {
      const failure = failures.get(row.id)
      if (failure !== undefined) notices.remove(failure)
      notices.add('good', 'ended.refunded', given)
    } else if (row.status === 'not-paid') notices.add('bad', 'ended.notPaid', given)
  }
  onEvent('purchase.changed', (row) => {
    const before = open.get(row.id)
    if (isOpen(row.status)) open.set(row.id, row.status)
    else open.delete(row.id)
    const { name, params } = router.currentRoute.value
    const isOnScreen = name === 'purchase' && params['id'] === row.id
    if (isOpen(before) && before !== row.status && isAtHome() && !isOnScreen) void notify(row)
  })

  /** A payment may have gone on without this page. */
  async function readOpen(status: Status): Promise<void> {
    const { purchases } = await request('purchases.list', { status, limit: 50 })
    for (const { id } of purchases) if (!open.has(id)) open.set(id, status)
  }
  watch(
    () => app.isReady && isAtHome(),
    (may) => {
      // The start screen comes first.
      if (may) whenIdle(() => void Promise.allSettled((['paying', 'on-its-way', 'failed'] as const).map(readOpen)))
    },
    { immediate: true },
  )
}
