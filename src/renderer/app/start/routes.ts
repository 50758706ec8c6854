import type { RouteRecordRaw } from 'vue-router'
import type { Role } from '../../../shared/kiosk/roles.ts'
import ShopPage from '../../modules/shop/ShopPage.vue'
import { queryText } from '../formats/query-text.ts'

declare module 'vue-router' {
  interface RouteMeta {
    /** Shown without rail and top bar. */
    bare?: boolean
    /** Has a choice of the country of its own, so the bar has none. */
    ownCountry?: boolean
    /** The lowest role at a register that may open it; the manager by default. */
    least?: Role
    /** Fills the window without margins. */
    fills?: boolean
  }
}

const gallery: RouteRecordRaw[] = import.meta.env.DEV
  ? [{ path: '/gallery', name: 'gallery', component: () => import('../../modules/gallery/GalleryPage.vue') }]
  : []

/** Every screen; each family loads when first opened, except the start screens. */
export const routes: RouteRecordRaw[] = [
  { path: '/', redirect: { name: 'shop' } },
  {
    path: '/welcome/:step(service|new|restore|backup)?',
    name: 'welcome',
    meta: { bare: true },
    component: () => import('../../modules/welcome/WelcomePage.vue'),
  },
  {
    path: '/unlock',
    name: 'unlock',
    meta: { bare: true },
    component: () => import('../../modules/unlock/UnlockPage.vue'),
  },
  {
    path: '/till',
    name: 'till',
    meta: { bare: true, least: 'nobody' },
    component: () => import('../../modules/kiosk/StartPage.vue'),
  },
  { path: '/shop', name: 'shop', component: ShopPage },
  {
    path: '/sell',
    name: 'sell',
    meta: { least: 'clerk', fills: true },
    component: () => import('../../modules/checkout/sell/SellPage.vue'),
    props: (route) => ({ sku: queryText(route.query['sku']), text: queryText(route.query['q']) ?? '' }),
  },
  {
    path: '/shop/changes',
    name: 'changes',
    component: () => import('../../modules/shop/changes/ChangesPage.vue'),
  },
  {
    path: '/brand/:slug',
    name: 'brand',
    meta: { ownCountry: true },
    component: () => import('../../modules/shop/brand/BrandPage.vue'),
    props: true,
  },
  {
    path: '/checkout/:sku',
    name: 'checkout',
    component: () => import('../../modules/checkout/CheckoutPage.vue'),
    props: (route) => ({
      sku: String(route.params['sku']),
      from: queryText(route.query['from']),
      draft: queryText(route.query['draft']),
    }),
  },
  {
    path: '/purchases',
    name: 'purchases',
    component: () => import('../../modules/purchases/list/PurchasesPage.vue'),
  },
  {
    path: '/purchases/:id',
    name: 'purchase',
    component: () => import('../../modules/purchases/purchase/PurchasePage.vue'),
    props: true,
  },
  {
    path: '/purchases/external/:id',
    name: 'external',
    component: () => import('../../modules/purchases/external/ExternalPage.vue'),
    props: true,
  },
  {
    path: '/spending',
    name: 'spending',
    component: () => import('../../modules/purchases/spending/SpendingPage.vue'),
    props: (route) => ({ requestedMonth: queryText(route.query['month']) }),
  },
  {
    path: '/attention',
    name: 'attention',
    component: () => import('../../modules/purchases/attention/AttentionPage.vue'),
  },
  { path: '/wallet', name: 'wallet', component: () => import('../../modules/wallet/WalletPage.vue') },
  { path: '/wallet/accounts', name: 'accounts', component: () => import('../../modules/wallet/AccountsPage.vue') },
  {
    path: '/wallet/allowances',
    name: 'allowances',
    component: () => import('../../modules/wallet/AllowancesPage.vue'),
  },
  {
    path: '/wallet/send',
    name: 'send',
    component: () => import('../../modules/send/SendPage.vue'),
    props: (route) => ({
      network: queryText(route.query['network']),
      token: queryText(route.query['token']),
      to: queryText(route.query['to']),
    }),
  },
  {
    path: '/wallet/sent',
    name: 'sent',
    component: () => import('../../modules/send/SentPage.vue'),
    props: (route) => ({ text: queryText(route.query['q']) ?? '' }),
  },
  {
    path: '/wallet/sent/:id',
    name: 'transfer',
    component: () => import('../../modules/send/TransferPage.vue'),
    props: true,
  },
  { path: '/codes/:id/gift', name: 'gift', component: () => import('../../modules/codes/GiftPage.vue'), props: true },
  { path: '/codes', name: 'codes', component: () => import('../../modules/codes/CodesPage.vue') },
  {
    path: '/reminders',
    name: 'reminders',
    component: () => import('../../modules/purchases/reminders/RemindersPage.vue'),
  },
  { path: '/people', name: 'people', component: () => import('../../modules/people/PeoplePage.vue') },
  {
    path: '/sales',
    name: 'sales',
    meta: { least: 'clerk' },
    component: () => import('../../modules/sales/SalesPage.vue'),
  },
  {
    path: '/sales/:id/receipt',
    name: 'receipt',
    meta: { least: 'clerk' },
    component: () => import('../../modules/sales/SaleReceiptPage.vue'),
    props: true,
  },
  {
    path: '/drawer',
    name: 'drawer',
    meta: { least: 'clerk' },
    component: () => import('../../modules/sales/DrawerPage.vue'),
  },
  {
    path: '/drawer/count',
    name: 'count',
    meta: { least: 'clerk' },
    component: () => import('../../modules/sales/CountPage.vue'),
  },
  { path: '/sales/shift', name: 'shift', component: () => import('../../modules/sales/ShiftPage.vue') },
  {
    path: '/sales/reports',
    name: 'reports',
    component: () => import('../../modules/sales/ReportsPage.vue'),
    props: (route) => ({ requestedPeriod: queryText(route.query['period']) }),
  },
  { path: '/sales/registers', name: 'registers', component: () => import('../../modules/registers/RegistersPage.vue') },
  {
    path: '/sales/registers/:address',
    name: 'followed',
    component: () => import('../../modules/registers/RegisterPage.vue'),
    props: true,
  },
  {
    path: '/settings/shop-setup',
    name: 'shop-setup',
    component: () => import('../../modules/kiosk/setup/ShopSetupPage.vue'),
  },
  { path: '/settings/prices', name: 'prices', component: () => import('../../modules/sales/PricesPage.vue') },
  { path: '/settings/counter', name: 'counter', component: () => import('../../modules/kiosk/CounterPage.vue') },
  { path: '/settings/clerks', name: 'clerks', component: () => import('../../modules/kiosk/ShopModePage.vue') },
  {
    path: '/settings/shop',
    name: 'receipt-settings',
    component: () => import('../../modules/kiosk/ReceiptSettingsPage.vue'),
  },
  { path: '/settings/:page?', name: 'settings', component: () => import('../../modules/settings/SettingsPage.vue') },
  ...gallery,
  { path: '/:rest(.*)*', redirect: { name: 'shop' } },
]
