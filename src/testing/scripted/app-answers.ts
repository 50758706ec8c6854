import { profileView } from '../../shared/services/views.ts'
import { scriptedApp, scriptedPhrase } from '../fixtures/app.ts'
import { found } from './found.ts'
import { plausible } from '../plausible.ts'
import type { Answers, Script, SetApp } from './script.ts'

/** Returns answers about the app itself, its service, its wallet and its users. */
export function appAnswers(script: Script, setApp: SetApp): Answers {
  const opened = { wallet: scriptedApp.wallet, profile: scriptedApp.profile, locked: false }
  return {
    'app.get': {},
    'settings.set': (settings) => ({ settings }),
    'limits.set': ({ limits }) => (script['limits.get'] = limits),
    'profile.get': { name: 'Sandbox', baseUrl: 'http://127.0.0.1:4010', integrator: 'till' },
    'profile.test': { networks: 3, requestsLeft: 82 },
    'profile.save'(input) {
      const own = typeof input === 'object' && { id: 'own', name: input.name, baseUrl: input.baseUrl }
      return { profile: plausible(profileView, own ? { ...own, playMoney: false } : {}, scriptedApp.profile) }
    },
    'profile.useWaiting': () => ({
      profile: plausible(profileView, script.app.waitingService ?? {}, scriptedApp.profile),
      waitingService: null,
    }),
    'profile.dropWaiting': { waitingService: null },
    'vault.draft': ({ count }) => ({
      words: count === 24 ? [...scriptedPhrase, ...scriptedPhrase] : scriptedPhrase,
      ask: [2, 6, 10],
    }),
    'vault.reveal': { words: scriptedPhrase, passphrase: '' },
    'vault.create': opened,
    'vault.restore': opened,
    'vault.unlock': { locked: false },
    'vault.lock': { locked: true },
    'vault.erase': () => void setApp({ wallet: null, profile: null, locked: true }),
    'vault.strength': ({ password }) => ({ score: Math.min(4, Math.floor(password.length / 5)) }),
    'backupFile.restore': opened,
    'accounts.list': () => script.accounts,
    'accounts.use'({ address }) {
      script.accounts = script.accounts.map((one) => ({ ...one, inUse: one.address === address }))
      return { wallet: script.accounts.find(({ inUse }) => inUse) ?? null }
    },
    'accounts.revealKey': { key: `0x${'1'.repeat(64)}` },
    'clerks.list': () => script.clerks,
    'clerks.seeWrongPins': () => void (script['clerks.wrongPins'] = []),
    'customer.get': { shop: 'Abarrotes La Esquina' },
    'kiosk.signIn': ({ clerk }) => ({
      kiosk: { on: true, role: 'clerk', clerk: found(script.clerks, ({ id }) => id === clerk) },
    }),
    'kiosk.signInManager': { locked: false, kiosk: { on: true, role: 'manager', clerk: null } },
    'kiosk.signOut': { kiosk: { on: true, role: 'nobody', clerk: null } },
  }
}
