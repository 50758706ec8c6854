import type { CustomerFace, CustomerShown } from '../../shared/kiosk/customer-views.ts'
import type { AppView } from '../../shared/app/views.ts'
import type { KioskView } from '../../shared/kiosk/views.ts'
import { profileView } from '../../shared/services/views.ts'
import { found, scriptedApp, scriptedPhrase } from './app.ts'
import { plausible } from './plausible.ts'
import type { Answers, Script, SetApp } from './script.ts'

/** Returns answers about the app itself, its service, its wallet and its users. */
export function appAnswers(script: Script, setApp: SetApp): Answers {
  const opened = (): AppView => setApp({ wallet: scriptedApp.wallet, profile: scriptedApp.profile, locked: false })
  const signedIn = (role: KioskView['role'], clerk: KioskView['clerk'] = null): AppView =>
    setApp({ kiosk: { on: true, role, clerk } })
  return {
    'app.get': () => script.app,
    'settings.set': (settings) => setApp({ settings: { ...script.app.settings, ...settings } }),
    'limits.set': ({ limits }) => (script['limits.get'] = limits),
    'profile.get': { name: 'Sandbox', baseUrl: 'http://127.0.0.1:4010', integrator: 'till' },
    'profile.test': { networks: 3, requestsLeft: 82 },
    'profile.save'(input) {
      const own = typeof input === 'object' && { id: 'own', name: input.name, baseUrl: input.baseUrl }
      return setApp({ profile: plausible(profileView, own ? { ...own, playMoney: false } : {}, scriptedApp.profile) })
    },
    'profile.useWaiting': () =>
      setApp({
        profile: plausible(profileView, script.app.waitingService ?? {}, scriptedApp.profile),
        waitingService: null,
      }),
    'profile.dropWaiting': () => setApp({ waitingService: null }),
    'vault.draft': ({ count }) => ({
      words: count === 24 ? [...scriptedPhrase, ...scriptedPhrase] : scriptedPhrase,
      ask: [2, 6, 10],
    }),
    'vault.reveal': { words: scriptedPhrase, passphrase: '' },
    'vault.create': opened,
    'vault.restore': opened,
    'vault.unlock': () => setApp({ locked: false }),
    'vault.lock': () => setApp({ locked: true }),
    'vault.erase': () => void setApp({ wallet: null, profile: null, locked: true }),
    'vault.strength': ({ password }) => ({ score: Math.min(4, Math.floor(password.length / 5)) }),
    'backupFile.restore': opened,
    'accounts.list': () => script.accounts,
    'accounts.use'({ address }) {
      script.accounts = script.accounts.map((one) => ({ ...one, inUse: one.address === address }))
      return setApp({ wallet: script.accounts.find(({ inUse }) => inUse) ?? null })
    },
    'accounts.revealKey': { key: `0x${'1'.repeat(64)}` },
    'clerks.list': () => script.clerks,
    'clerks.seeWrongPins': () => void (script['clerks.wrongPins'] = []),
    'customer.get': () => {
      const { locale, theme, homeCountry } = script.app.settings
      return { locale, theme, homeCountry, shop: 'Abarrotes La Esquina', face: { kind: 'idle' } }
    },
    'customer.show': (shown) => ({ face: faceOf(script, shown), onDisplay: false }),
    'kiosk.signIn': ({ clerk }) =>
      signedIn(
        'clerk',
        found(script.clerks, ({ id }) => id === clerk),
      ),
    'kiosk.signInManager': () => setApp({ locked: false, kiosk: { on: true, role: 'manager', clerk: null } }),
    'kiosk.signOut': () => signedIn('nobody'),
  }
}

/** Returns what the customer sees of a sale that is not made yet. */
function faceOf({ variants }: Script, shown: CustomerShown): CustomerFace {
  if (shown.kind !== 'check') return { kind: 'idle' }
  const variant = variants.find(({ sku }) => sku === shown.sku)
  const text = shown.reference
  return {
    kind: 'check',
    price: shown.price,
    reference: text === '' ? null : { kind: text.startsWith('+') ? 'phone' : 'email', text, country: null },
    product: variant
      ? {
          brand: variant.brandName,
          value: { currency: variant.price.fiatCurrency, amount: variant.price.fiatValue },
          productType: variant.productType,
          country: variant.country,
          image: variant.image,
        }
      : null,
  }
}
