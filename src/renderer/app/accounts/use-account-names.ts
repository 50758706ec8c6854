import { useI18n } from 'vue-i18n'
import type { AccountView } from '../../../shared/wallet/views.ts'
import { useAccountsStore } from './accounts-store.ts'

type Named = Pick<AccountView, 'address' | 'name' | 'kind'>

/** Returns labels of accounts. */
export function useAccountNames() {
  const { t } = useI18n()
  const accounts = useAccountsStore()

  /** Returns the name the user gave, else one by its position among the accounts. */
  function nameOf({ address, name, kind }: Named): string {
    if (name !== '') return name
    if (kind === 'watched') return t('accountNames.watched')
    const index = accounts.all.findIndex((one) => one.address === address)
    return t('accountNames.numbered', { number: Math.max(index, 0) + 1 })
  }
  /** Returns the name of the user's account with an address; null if it is none of theirs. */
  function ownerOf(address: string): string | null {
    const own = accounts.all.find((one) => one.address.toLowerCase() === address.toLowerCase())
    return own ? nameOf(own) : null
  }
  const shortOf = ({ address }: Named): string => `${address.slice(0, 6)}…${address.slice(-4)}`
  return { nameOf, ownerOf, shortOf }
}
