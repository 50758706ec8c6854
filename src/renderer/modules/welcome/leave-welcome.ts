import type { Router } from 'vue-router'
import { request } from '../../app/client.ts'

/** Goes to the shop in a renderer of its own: words and password that were typed or shown here go with this one. */
export async function leaveWelcome(router: Router, query: Record<string, string> = {}): Promise<void> {
  const shop = router.resolve({ name: 'shop', query })
  // One that cannot be renewed goes on as it is.
  await request('app.renew', { path: shop.fullPath }).catch(() => undefined)
  await router.replace(shop)
}
