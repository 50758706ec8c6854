import { AppError } from '../../src/shared/errors.ts'
import type { AccountView } from '../../src/shared/wallet/views.ts'
import type { RequestArgument, RequestName, RequestOutput } from '../../src/shared/contract.ts'
import { scriptedApp } from './scripted-state.ts'

type AccountRequest = Extract<RequestName, `accounts.${string}`>
type Handlers = { [N in AccountRequest]: (input: RequestArgument<N>) => RequestOutput<N> }

export interface AccountsScript {
  accounts: AccountView[]
}

const keyless = { name: '', colour: 'amber', inUse: false } as const

/** What a scripted wallet answers about its accounts; `check` refuses a wrong password. */
export function createScriptedAccounts(
  script: AccountsScript,
  inUse: (account: AccountView) => RequestOutput<'app.get'>,
  check: (password: string) => void,
): Handlers {
  const find = (address: string): AccountView => {
    const found = script.accounts.find((one) => one.address === address)
    if (!found) throw new AppError('not-found', 'No such account')
    return found
  }
  const put = (kind: AccountView['kind'], last: string): AccountView[] => {
    const address = `0x70997970C51812dc3A010C7d01b50e0d17dc79${last}` as const
    script.accounts = [...script.accounts, { ...keyless, address, kind }]
    return script.accounts
  }
  return {
    'accounts.list': () => script.accounts,
    'accounts.use'({ address }) {
      script.accounts = script.accounts.map((one) => ({ ...one, inUse: one.address === address }))
      return inUse(find(address))
    },
    'accounts.rename'({ address, name, colour }) {
      script.accounts = script.accounts.map((one) => (one.address === address ? { ...one, name, colour } : one))
      return script.accounts
    },
    'accounts.add': () => put('words', 'C8'),
    'accounts.import': ({ source }) => {
      if ('key' in source && source.key.length < 64) throw new AppError('bad-key', 'No key')
      return put('imported', 'C9')
    },
    'accounts.watch': ({ address }) => {
      if (!address.startsWith('0x')) throw new AppError('invalid-input', 'No address')
      return put('watched', 'CA')
    },
    'accounts.discover': () => ({ found: 0 }),
    'accounts.remove'({ address, password }) {
      if (find(address).kind !== 'watched') check(password)
      script.accounts = script.accounts.filter((one) => one.address !== address)
      return script.accounts
    },
    'accounts.revealKey'({ password }) {
      check(password)
      return { key: `0x${'1'.repeat(64)}` }
    },
    'accounts.exportKeystore'({ password }) {
      check(password)
      return { path: '/home/ana/Downloads/till-key-3f5ce5.json' }
    },
  }
}

export const scriptedAccounts: AccountView[] = scriptedApp.wallet === null ? [] : [scriptedApp.wallet]
