import type { Router } from 'vue-router'
import { request } from '../../app/requests/client.ts'

/** Opens the shop in a new renderer: words and passwords typed or shown here disappear with this one. */
export async function finishWelcome(router: Router, query: Record<string, string> = {}): Promise<void> {
  const shop = router.resolve({ name: 'shop', query })
  // If the renderer cannot be replaced, this one continues.
  await request('app.renew', { path: shop.fullPath }).catch(() => undefined)
  await router.replace(shop)
}
