import type { AppView } from '../../../shared/app/views.ts'

/** The pages of the settings, in order; what deletes anything has the last one to itself. */
export const settingsPages = [
  'general',
  'service',
  'security',
  'backup',
  'point-of-sale',
  'help',
  'about',
  'delete',
] as const
export type SettingsPageName = (typeof settingsPages)[number]

interface Setting {
  /** The anchor of its row. */
  readonly id: string
  readonly page: SettingsPageName
  /** The key of the heading above it, if there is one. */
  readonly group?: string
  /** The key of its label. */
  readonly label: string
  /** Whether this Till shows it now; always without this. */
  readonly isShown?: (app: AppView) => boolean
}

const list = [
  {
    id: 'language',
    page: 'general',
    group: 'settings.preferences',
    label: 'settings.language',
  },
  {
    id: 'theme',
    page: 'general',
    group: 'settings.preferences',
    label: 'settings.theme',
  },
  {
    id: 'home-country',
    page: 'general',
    group: 'titles.shop',
    label: 'settings.homeCountry',
  },
  {
    id: 'system-start',
    page: 'general',
    group: 'settings.computer',
    label: 'settings.systemStart.label',
    isShown: ({ startsWithSystem }) => startsWithSystem !== null,
  },
  {
    id: 'service',
    page: 'service',
    group: 'settings.pages.service',
    label: 'settings.serviceInUse',
  },
  {
    id: 'token',
    page: 'service',
    group: 'settings.pages.service',
    label: 'settings.token',
  },
  {
    id: 'requests',
    page: 'service',
    group: 'settings.pages.service',
    label: 'frame.requests',
  },
  {
    id: 'terms',
    page: 'service',
    group: 'settings.pages.service',
    label: 'terms.title',
  },
  {
    id: 'play-money',
    page: 'service',
    group: 'settings.pages.service',
    label: 'settings.backToPlay',
    isShown: ({ offersSandbox, profile, policy }) =>
      offersSandbox && profile?.playMoney === false && !policy.sets.includes('service'),
  },
  {
    id: 'nodes',
    page: 'service',
    group: 'nodes.title',
    label: 'nodes.row',
  },
  {
    id: 'lock-after',
    page: 'security',
    group: 'settings.locking',
    label: 'settings.lockAfter',
    isShown: ({ kiosk }) => !kiosk.on,
  },
  {
    id: 'lock',
    page: 'security',
    group: 'settings.locking',
    label: 'kiosk.lock',
    isShown: ({ kiosk }) => kiosk.on,
  },
  {
    id: 'password',
    page: 'security',
    group: 'settings.locking',
    label: 'settings.password',
  },
  {
    id: 'lock-scope',
    page: 'security',
    group: 'settings.locking',
    label: 'settings.lockScope',
  },
  {
    id: 'limits',
    page: 'security',
    group: 'settings.paying',
    label: 'limits.title',
  },
  {
    id: 'test-run',
    page: 'security',
    group: 'settings.paying',
    label: 'settings.testRun',
  },
  {
    id: 'contracts',
    page: 'security',
    label: 'allowances.linkText',
  },
  {
    id: 'words',
    page: 'backup',
    group: 'titles.wallet',
    label: 'settings.wordsLabel',
  },
  {
    id: 'backup',
    page: 'backup',
    group: 'titles.wallet',
    label: 'backupFile.title',
  },
  {
    id: 'copies',
    page: 'backup',
    group: 'settings.computer',
    label: 'settings.backup',
  },
  {
    id: 'shop-setup',
    page: 'point-of-sale',
    group: 'titles.till',
    label: 'shopSetup.row',
  },
  {
    id: 'shop-mode',
    page: 'point-of-sale',
    group: 'titles.till',
    label: 'kiosk.row',
  },
  {
    id: 'sign-out',
    page: 'point-of-sale',
    group: 'titles.till',
    label: 'kiosk.idle',
  },
  {
    id: 'pin-at-sale',
    page: 'point-of-sale',
    group: 'titles.till',
    label: 'kiosk.pinAtSale.label',
  },
  {
    id: 'customer-display',
    page: 'point-of-sale',
    group: 'titles.till',
    label: 'settings.customerDisplay.label',
  },
  {
    id: 'counter',
    page: 'point-of-sale',
    group: 'titles.sales',
    label: 'titles.counter',
  },
  {
    id: 'prices',
    page: 'point-of-sale',
    group: 'titles.sales',
    label: 'titles.prices',
  },
  {
    id: 'receipts',
    page: 'point-of-sale',
    group: 'titles.sales',
    label: 'receiptSettings.row',
  },
  {
    id: 'sales',
    page: 'point-of-sale',
    group: 'titles.sales',
    label: 'sales.row',
    isShown: ({ hasShifts }) => hasShifts,
  },
  {
    id: 'registers',
    page: 'point-of-sale',
    group: 'titles.sales',
    label: 'registers.row',
  },
  {
    id: 'help-late',
    page: 'help',
    group: 'titles.purchases',
    label: 'help.late.question',
  },
  {
    id: 'help-wrong',
    page: 'help',
    group: 'titles.purchases',
    label: 'help.wrong.question',
  },
  {
    id: 'help-refund',
    page: 'help',
    group: 'titles.purchases',
    label: 'help.refund.question',
  },
  {
    id: 'help-support',
    page: 'help',
    group: 'titles.purchases',
    label: 'help.support.question',
  },
  {
    id: 'help-twice',
    page: 'help',
    group: 'titles.purchases',
    label: 'help.twice.question',
  },
  {
    id: 'help-fees',
    page: 'help',
    group: 'titles.purchases',
    label: 'help.fees.question',
  },
  {
    id: 'help-coins',
    page: 'help',
    group: 'titles.wallet',
    label: 'help.coins.question',
  },
  {
    id: 'help-otherWallet',
    page: 'help',
    group: 'titles.wallet',
    label: 'help.otherWallet.question',
  },
  {
    id: 'help-offline',
    page: 'help',
    group: 'titles.wallet',
    label: 'help.offline.question',
  },
  {
    id: 'help-password',
    page: 'help',
    group: 'titles.wallet',
    label: 'help.password.question',
  },
  {
    id: 'help-phrase',
    page: 'help',
    group: 'titles.wallet',
    label: 'help.phrase.question',
  },
  {
    id: 'version',
    page: 'about',
    group: 'settings.computer',
    label: 'settings.version',
  },
  {
    id: 'newer-version',
    page: 'about',
    group: 'settings.computer',
    label: 'frame.newerVersion',
    isShown: ({ newerVersion }) => newerVersion !== null,
  },
  {
    id: 'storage',
    page: 'about',
    group: 'settings.computer',
    label: 'settings.keeping',
  },
  {
    id: 'window',
    page: 'about',
    group: 'settings.computer',
    label: 'settings.window',
    isShown: ({ shell }) => shell === 'chromium',
  },
  {
    id: 'report',
    page: 'about',
    label: 'support.row',
  },
  {
    id: 'licences',
    page: 'about',
    label: 'settings.licences',
  },
  {
    id: 'gallery',
    page: 'about',
    label: 'titles.gallery',
    isShown: () => import.meta.env.DEV,
  },
  {
    id: 'erase',
    page: 'delete',
    label: 'erase.title',
  },
] as const satisfies readonly Setting[]

export type SettingId = (typeof list)[number]['id']

/** Every setting, page by page. A test compares the list with the rows of the pages. */
export const settings: readonly (Setting & { readonly id: SettingId })[] = list
