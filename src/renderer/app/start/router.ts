import { nextTick, watchEffect } from 'vue'
import { createRouter, createWebHashHistory, START_LOCATION, type RouteLocation, type Router } from 'vue-router'
import { isAtLeast } from '../../../shared/kiosk/roles.ts'
import { useAppStore } from '../stores/app-store.ts'
import { useShopperStore } from '../stores/shopper-store.ts'
import { loadScreenMessages, type I18nPlugin } from '../messages/i18n.ts'
import { routes } from './routes.ts'

/** Returns whether a route restores the wallet that is there, whose password is forgotten. */
function mayRestore({ params }: RouteLocation): boolean {
  const { app, isLocked } = useAppStore()
  return isLocked && app?.kiosk.on !== true && (params['step'] === 'restore' || params['step'] === 'backup')
}

/** Returns whether a route goes on with the search of the one before: to its results, or to the counter with a product chosen there. */
function isOfSearch(to: RouteLocation, from: RouteLocation): boolean {
  const isResult = ({ name }: RouteLocation): boolean => name === 'shop' || name === 'brand'
  if (to.name !== 'checkout') return isResult(to) || to.name === 'sell'
  // What was saved or bought before has its own recipient.
  return isResult(from) && to.query['draft'] === undefined && to.query['from'] === undefined
}

/** Creates the router: first run before everything else, a shop's register before its screens, back with the scroll position. */
export function createTillRouter(i18n: I18nPlugin): Router {
  const router = createRouter({
    history: createWebHashHistory(),
    routes,
    async scrollBehavior(to, from, saved) {
      // A screen scrolls to the part that an address names.
      if ((from === START_LOCATION || to.hash !== '') && !saved) return false
      // A filter keeps the scroll position; another search starts at the top.
      if (to.path === from.path && !saved) return to.query['q'] === from.query['q'] ? false : { top: 0 }
      await nextTick()
      await new Promise((resolve) => requestAnimationFrame(resolve))
      return saved ?? { top: 0 }
    },
  })

  router.beforeEach((to, from) => {
    const store = useAppStore()
    if (to.name === 'gallery') return true
    if (!store.isReady) return to.name === 'welcome' ? true : { name: 'welcome' }
    if (to.name === 'welcome') return mayRestore(to) ? true : { name: 'shop' }
    // In a shop the entry is the register's sign-in.
    const isKiosk = store.app?.kiosk.on === true
    if (isKiosk && store.role === 'nobody') return to.name === 'till' ? true : { name: 'till' }
    // In a shop, a searched number belongs to the product that is chosen by its search, not to the next customer.
    if (isKiosk && !isOfSearch(to, from)) useShopperStore().takeCarried()
    // A register sells at its counter only.
    if (isKiosk && to.name === 'checkout') return { name: 'sell', query: { sku: String(to.params['sku']) } }
    if (!isKiosk && to.name === 'sell') return { name: 'shop' }
    if (to.name === 'till' || (isKiosk && to.name === 'unlock') || !isAtLeast(store.role, to.meta.least ?? 'manager'))
      return { name: isKiosk ? 'sell' : 'shop' }
    return true
  })
  // The start has only the messages of the first screens.
  router.beforeResolve((to) => (to.name === 'shop' || to.name === 'unlock' ? undefined : loadScreenMessages(i18n)))

  // The title follows the language too, which may change without a navigation.
  watchEffect(() => {
    const { name } = router.currentRoute.value
    if (name) document.title = `${i18n.global.t(`titles.${String(name)}`)} · Till`
  })
  router.afterEach((to, from) => {
    const active = document.activeElement
    // Typing into the search leads to the shop, and goes on there.
    const searches = to.name === 'shop' && active instanceof HTMLInputElement
    if (to.path === from.path || from === START_LOCATION || searches) return
    void nextTick(() => {
      // The screen may have focused its first field already, or restored the focus.
      const now = document.activeElement
      if (now !== active && now !== document.body) return
      document.getElementById('main')?.focus({ preventScroll: true })
    })
  })

  return router
}
