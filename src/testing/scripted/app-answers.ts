import { AppError } from '../../shared/errors.ts'
import type { AppView } from '../../shared/app/views.ts'
import type { ClerkView, KioskView } from '../../shared/kiosk/views.ts'
import { profileSchema } from '../../shared/services/profile.ts'
import { profileView } from '../../shared/services/views.ts'
import type { AccountView } from '../../shared/wallet/views.ts'
import { homeKiosk, changed, found, scriptedApp, scriptedPhrase } from './app.ts'
import { plausible } from './plausible.ts'
import type { Answers, Script, SetApp } from './script.ts'

/** Returns answers about the app itself, its service, its wallet and its users. */
export function appAnswers(script: Script, setApp: SetApp): Answers {
  const opened = (): AppView => setApp({ wallet: scriptedApp.wallet, profile: scriptedApp.profile, locked: false })
  const session = (kiosk: KioskView): AppView => setApp({ kiosk })
  return {
    'app.get': () => script.app,
    'settings.set': (settings) => setApp({ settings: { ...script.app.settings, ...settings } }),
    'limits.set': ({ limits }) => (script['limits.get'] = limits),
    'profile.get': profileSchema.parse({ name: 'Sandbox', baseUrl: 'http://127.0.0.1:4010', integrator: 'till' }),
    'profile.test': { networks: 3, requestsLeft: 82 },
    'profile.save'(input) {
      const own = typeof input === 'object' && { id: 'own', name: input.name, baseUrl: input.baseUrl }
      return setApp({ profile: plausible(profileView, own ? { ...own, playMoney: false } : {}, scriptedApp.profile) })
    },
    'vault.draft': { words: scriptedPhrase, ask: [2, 6, 10] },
    'vault.reveal': { words: scriptedPhrase, passphrase: '' },
    'vault.create'({ answers }) {
      if (answers.join() !== 'hazard,pencil,fiber') throw new AppError('backup-check-failed', 'Wrong words')
      return opened()
    },
    'vault.restore'({ words }) {
      if (words.startsWith('orbit')) return opened()
      throw new AppError('bad-words', 'No', { details: { reason: 'unknown-word', position: 1 } })
    },
    'vault.unlock': () => setApp({ locked: false }),
    'vault.lock': () => setApp({ locked: true }),
    'vault.erase': () => void setApp({ wallet: null, profile: null, locked: true }),
    'vault.strength': (input) => ({ score: Math.min(4, Math.floor(input.password.length / 5)) }),
    'backupFile.restore': opened,
    'kiosk.turnOn': () => session({ on: true, role: 'manager', clerk: null }),
    'kiosk.turnOff': () => session(homeKiosk),
    'kiosk.signIn': ({ clerk, pin }) => session({ on: true, role: 'clerk', clerk: signedIn(script, clerk, pin) }),
    'kiosk.signInManager': () => setApp({ locked: false, kiosk: { on: true, role: 'manager', clerk: null } }),
    'kiosk.signOut': () => session(script.app.kiosk.on ? { on: true, role: 'nobody', clerk: null } : homeKiosk),
    ...accountAnswers(script, setApp),
    ...clerkAnswers(script),
  }
}

function signedIn({ clerks }: Script, id: string, pin: string): ClerkView {
  const { pin: own, ...clerk } = found(clerks, (one) => one.id === id)
  if (clerk.lockedOut) throw new AppError('throttled', 'Locked out', { details: { reason: 'locked-out' } })
  if (own !== pin) throw new AppError('wrong-pin', 'Wrong')
  return clerk
}

function accountAnswers(script: Script, setApp: SetApp): Answers {
  const added = (kind: AccountView['kind'], last: string): AccountView[] => {
    const address = `0x70997970C51812dc3A010C7d01b50e0d17dc79${last}` as const
    return (script.accounts = [...script.accounts, { address, kind, name: '', colour: 'amber', inUse: false }])
  }
  return {
    'accounts.list': () => script.accounts,
    'accounts.use'({ address }) {
      script.accounts = script.accounts.map((one) => ({ ...one, inUse: one.address === address }))
      return setApp({ wallet: script.accounts.find(({ inUse }) => inUse) ?? null })
    },
    'accounts.rename': (input) => (script.accounts = changed(script.accounts, 'address', input)),
    'accounts.add': () => added('words', 'C8'),
    'accounts.import'({ source }) {
      if ('key' in source && source.key.length < 64) throw new AppError('bad-key', 'No key')
      return added('imported', 'C9')
    },
    'accounts.watch'({ address }) {
      if (!address.startsWith('0x')) throw new AppError('invalid-input', 'No address')
      return added('watched', 'CA')
    },
    'accounts.remove': ({ address }) => (script.accounts = script.accounts.filter((one) => one.address !== address)),
    'accounts.revealKey': { key: `0x${'1'.repeat(64)}` },
    'accounts.exportKeystore': { path: '/home/ana/Downloads/till-key-3f5ce5.json' },
  }
}

function clerkAnswers(script: Script): Answers {
  return {
    'clerks.list': () => script.clerks.map(({ pin: _secret, ...one }) => one),
    'clerks.add'(person) {
      script.clerks = [...script.clerks, { ...person, id: crypto.randomUUID(), lockedOut: false }]
    },
    'clerks.change': (input) => void (script.clerks = changed(script.clerks, 'id', input)),
    'clerks.setPin': (input) => void (script.clerks = changed(script.clerks, 'id', { ...input, lockedOut: false })),
    'clerks.remove': ({ id }) => void (script.clerks = script.clerks.filter((one) => one.id !== id)),
    'clerks.seeWrongPins': () => void (script['clerks.wrongPins'] = []),
  }
}
