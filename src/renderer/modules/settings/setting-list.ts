import type { AppView } from '../../../shared/app/views.ts'
import type { Locale } from '../../../shared/app/locales.ts'

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
  /** What people may call it, by language. */
  readonly terms: Readonly<Record<Locale, string>>
  /** Whether this Till shows it now; always without this. */
  readonly isShown?: (app: AppView) => boolean
}

const list = [
  {
    id: 'language',
    page: 'general',
    group: 'settings.preferences',
    label: 'settings.language',
    terms: { en: 'English or Spanish', es: 'español o inglés' },
  },
  {
    id: 'theme',
    page: 'general',
    group: 'settings.preferences',
    label: 'settings.theme',
    terms: { en: 'light or dark appearance, colours', es: 'apariencia clara u oscura, colores' },
  },
  {
    id: 'home-country',
    page: 'general',
    group: 'titles.shop',
    label: 'settings.homeCountry',
    terms: {
      en: 'where the shop opens, currency that prices are compared in',
      es: 'dónde abre la tienda, moneda en que se comparan los precios',
    },
  },
  {
    id: 'system-start',
    page: 'general',
    group: 'settings.computer',
    label: 'settings.systemStart.label',
    terms: { en: 'opens Till at sign-in, autostart', es: 'abre Till al iniciar sesión, arranque' },
    isShown: ({ startsWithSystem }) => startsWithSystem !== null,
  },
  {
    id: 'service',
    page: 'service',
    group: 'settings.pages.service',
    label: 'settings.serviceInUse',
    terms: { en: 'web address, partner name, network fee cap', es: 'dirección web, nombre de socio, tope de comisión' },
  },
  {
    id: 'token',
    page: 'service',
    group: 'settings.pages.service',
    label: 'settings.token',
    terms: { en: 'access key of the service, API', es: 'clave de acceso al servicio, API' },
  },
  {
    id: 'requests',
    page: 'service',
    group: 'settings.pages.service',
    label: 'frame.requests',
    terms: { en: 'limit, budget, connection', es: 'límite, solicitudes, conexión' },
  },
  {
    id: 'terms',
    page: 'service',
    group: 'settings.pages.service',
    label: 'terms.title',
    terms: { en: 'conditions, consent', es: 'condiciones, aceptación' },
  },
  {
    id: 'play-money',
    page: 'service',
    group: 'settings.pages.service',
    label: 'settings.backToPlay',
    terms: { en: 'sandbox, trying Till out', es: 'sandbox, probar Till' },
    isShown: ({ offersSandbox, profile, policy }) =>
      offersSandbox && profile?.playMoney === false && !policy.sets.includes('service'),
  },
  {
    id: 'nodes',
    page: 'service',
    group: 'nodes.title',
    label: 'nodes.row',
    terms: { en: 'network, chain, RPC, endpoint', es: 'red, cadena, RPC, conexión' },
  },
  {
    id: 'lock-after',
    page: 'security',
    group: 'settings.locking',
    label: 'settings.lockAfter',
    terms: { en: 'minutes, idle, sleep', es: 'minutos, inactividad, reposo' },
    isShown: ({ kiosk }) => !kiosk.on,
  },
  {
    id: 'lock',
    page: 'security',
    group: 'settings.locking',
    label: 'kiosk.lock',
    terms: { en: 'shop mode, register', es: 'modo tienda, caja' },
    isShown: ({ kiosk }) => kiosk.on,
  },
  {
    id: 'password',
    page: 'security',
    group: 'settings.locking',
    label: 'settings.password',
    terms: { en: 'unlocks Till', es: 'desbloquea Till' },
  },
  {
    id: 'lock-scope',
    page: 'security',
    group: 'settings.locking',
    label: 'settings.lockScope',
    terms: { en: 'privacy, balances, purchases', es: 'privacidad, saldos, compras' },
  },
  {
    id: 'limits',
    page: 'security',
    group: 'settings.paying',
    label: 'limits.title',
    terms: { en: 'the most per purchase, day or recipient', es: 'lo máximo por compra, día o destinatario' },
  },
  {
    id: 'test-run',
    page: 'security',
    group: 'settings.paying',
    label: 'settings.testRun',
    terms: { en: 'tries every payment first, simulation', es: 'prueba cada pago antes, simulación' },
  },
  {
    id: 'contracts',
    page: 'security',
    label: 'allowances.linkText',
    terms: { en: 'spending permissions, allowances, revoke', es: 'permisos de gasto, quitar, revocar' },
  },
  {
    id: 'words',
    page: 'backup',
    group: 'titles.wallet',
    label: 'settings.wordsLabel',
    terms: { en: 'restores a locked wallet, seed words', es: 'recupera una billetera bloqueada, palabras, semilla' },
  },
  {
    id: 'backup',
    page: 'backup',
    group: 'titles.wallet',
    label: 'backupFile.title',
    terms: {
      en: 'folder, USB stick, another computer, export',
      es: 'carpeta, memoria USB, otra computadora, exportar',
    },
  },
  {
    id: 'copies',
    page: 'backup',
    group: 'settings.computer',
    label: 'settings.backup',
    terms: { en: 'daily, damaged file', es: 'diarias, archivo dañado' },
  },
  {
    id: 'shop-setup',
    page: 'point-of-sale',
    group: 'titles.till',
    label: 'shopSetup.row',
    terms: { en: 'first day, open the shop, checklist', es: 'primer día, abrir la tienda, pasos' },
  },
  {
    id: 'shop-mode',
    page: 'point-of-sale',
    group: 'titles.till',
    label: 'kiosk.row',
    terms: {
      en: 'clerks, PIN, people who sell, kiosk, sell for cash',
      es: 'vendedores, PIN, quienes venden, quiosco, vender en efectivo',
    },
  },
  {
    id: 'sign-out',
    page: 'point-of-sale',
    group: 'titles.till',
    label: 'kiosk.idle',
    terms: { en: 'locks the register, idle minutes', es: 'bloquea la caja, minutos de inactividad' },
  },
  {
    id: 'pin-at-sale',
    page: 'point-of-sale',
    group: 'titles.till',
    label: 'kiosk.pinAtSale.label',
    terms: { en: 'clerk confirms, who sold', es: 'el vendedor confirma, quién vendió' },
  },
  {
    id: 'customer-display',
    page: 'point-of-sale',
    group: 'titles.till',
    label: 'settings.customerDisplay.label',
    terms: { en: 'second screen, monitor, pole display', es: 'segunda pantalla, monitor, visor' },
  },
  {
    id: 'counter',
    page: 'point-of-sale',
    group: 'titles.sales',
    label: 'titles.counter',
    terms: { en: 'best sellers, pages, large buttons', es: 'lo más vendido, páginas, botones grandes' },
  },
  {
    id: 'prices',
    page: 'point-of-sale',
    group: 'titles.sales',
    label: 'titles.prices',
    terms: { en: 'currency, rate, markup, limits of clerks', es: 'moneda, tasa, recargo, límites de vendedores' },
  },
  {
    id: 'receipts',
    page: 'point-of-sale',
    group: 'titles.sales',
    label: 'receiptSettings.row',
    terms: { en: 'paper, logo, tax number, printing', es: 'papel, logo, número fiscal, imprimir' },
  },
  {
    id: 'sales',
    page: 'point-of-sale',
    group: 'titles.sales',
    label: 'sales.row',
    terms: {
      en: 'books, shifts, cash, turnover, receipts, X report, Z report',
      es: 'libros, turnos, efectivo, ingresos, recibos, corte X, corte Z, reportes',
    },
    isShown: ({ hasShifts }) => hasShifts,
  },
  {
    id: 'registers',
    page: 'point-of-sale',
    group: 'titles.sales',
    label: 'registers.row',
    terms: { en: 'sales elsewhere, branches', es: 'ventas en otros lugares, sucursales' },
  },
  {
    id: 'help-late',
    page: 'help',
    group: 'titles.purchases',
    label: 'help.late.question',
    terms: { en: 'missing, not delivered, where is my top-up', es: 'falta, no entregado, dónde está mi recarga' },
  },
  {
    id: 'help-wrong',
    page: 'help',
    group: 'titles.purchases',
    label: 'help.wrong.question',
    terms: { en: 'mistake, cancel, undo', es: 'error, cancelar, deshacer' },
  },
  {
    id: 'help-refund',
    page: 'help',
    group: 'titles.purchases',
    label: 'help.refund.question',
    terms: { en: 'money back, failed, return, claim', es: 'devolución, dinero, falló, reclamar' },
  },
  {
    id: 'help-support',
    page: 'help',
    group: 'titles.purchases',
    label: 'help.support.question',
    terms: { en: 'help, contact, proof, reference', es: 'ayuda, contacto, comprobante, referencia' },
  },
  {
    id: 'help-twice',
    page: 'help',
    group: 'titles.purchases',
    label: 'help.twice.question',
    terms: { en: 'double payment, duplicate', es: 'doble pago, duplicado' },
  },
  {
    id: 'help-fees',
    page: 'help',
    group: 'titles.purchases',
    label: 'help.fees.question',
    terms: { en: 'service fee, network fee, gas, cost', es: 'comisión, gas, costo' },
  },
  {
    id: 'help-coins',
    page: 'help',
    group: 'titles.wallet',
    label: 'help.coins.question',
    terms: { en: 'networks, deposit, missing coins', es: 'redes, depósito, monedas que faltan' },
  },
  {
    id: 'help-offline',
    page: 'help',
    group: 'titles.wallet',
    label: 'help.offline.question',
    terms: { en: 'internet, no signal', es: 'internet, sin señal' },
  },
  {
    id: 'help-password',
    page: 'help',
    group: 'titles.wallet',
    label: 'help.password.question',
    terms: { en: 'reset, can’t get in', es: 'restablecer, no puedo entrar' },
  },
  {
    id: 'help-phrase',
    page: 'help',
    group: 'titles.wallet',
    label: 'help.phrase.question',
    terms: { en: 'seed words, scam, safety', es: 'palabras, semilla, estafa, seguridad' },
  },
  {
    id: 'version',
    page: 'about',
    group: 'settings.computer',
    label: 'settings.version',
    terms: { en: 'Till, desktop app, window', es: 'Till, aplicación, ventana' },
  },
  {
    id: 'newer-version',
    page: 'about',
    group: 'settings.computer',
    label: 'frame.newerVersion',
    terms: { en: 'update, upgrade, download', es: 'actualización, actualizar, descargar' },
    isShown: ({ newerVersion }) => newerVersion !== null,
  },
  {
    id: 'storage',
    page: 'about',
    group: 'settings.computer',
    label: 'settings.keeping',
    terms: { en: 'encryption, files, secret store', es: 'cifrado, archivos, almacén de secretos' },
  },
  {
    id: 'window',
    page: 'about',
    group: 'settings.computer',
    label: 'settings.window',
    terms: { en: 'Chromium, notifications, icon, closing', es: 'Chromium, avisos, icono, cerrar' },
    isShown: ({ shell }) => shell === 'chromium',
  },
  {
    id: 'report',
    page: 'about',
    label: 'support.row',
    terms: { en: 'log, problem, help', es: 'registro, problema, ayuda' },
  },
  {
    id: 'licences',
    page: 'about',
    label: 'settings.licences',
    terms: { en: 'free software, open source, MIT', es: 'software libre, código abierto, MIT' },
  },
  {
    id: 'gallery',
    page: 'about',
    label: 'titles.gallery',
    terms: { en: 'components', es: 'componentes' },
    isShown: () => import.meta.env.DEV,
  },
  {
    id: 'erase',
    page: 'delete',
    label: 'erase.title',
    terms: { en: 'remove, erase, reset', es: 'eliminar, quitar, restablecer' },
  },
] as const satisfies readonly Setting[]

export type SettingId = (typeof list)[number]['id']

/** Every setting, page by page. A test compares the list with the rows of the pages. */
export const settings: readonly (Setting & { readonly id: SettingId })[] = list
