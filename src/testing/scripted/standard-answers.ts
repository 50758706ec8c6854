import { findPhone } from '../../main/catalog/search/find-phone.ts'
import { requests, type RequestArgument } from '../../shared/contract.ts'
import { plausible } from '../plausible.ts'
import type { BackupFileView } from '../../shared/backup/views.ts'
import { appAnswers } from './app-answers.ts'
import { scriptedBackupFile, scriptedBackupPath } from '../fixtures/backup.ts'
import { ago } from '../fixtures/ago.ts'
import { found, pageOf } from './found.ts'
import { scriptedCountries } from '../fixtures/catalog.ts'
import { draftAnswers } from './draft-answers.ts'
import { scriptedNetworks, scriptedNodes } from '../fixtures/networks.ts'
import { purchaseAnswers } from './purchase-answers.ts'
import { salesAnswers } from './sales-answers.ts'
import type { Answers, Script, SetApp } from './script.ts'
import { brandPage, brandsOf, browse, facetsOf, search } from './shelves.ts'
import { stepAnswers } from './step-answers.ts'

/** Returns the answers of a Till in use that `plausible` cannot derive from the contract. */
export function standardAnswers(script: Script, setApp: SetApp): Answers {
  return {
    ...appAnswers(script, setApp),
    ...catalogAnswers(script),
    ...draftAnswers(script),
    ...purchaseAnswers(script),
    ...stepAnswers(script),
    ...salesAnswers(script),
    ...registerAnswers(script),
    ...backupAnswers(script),
    'networks.list': scriptedNetworks,
    'networks.nodes': scriptedNodes(),
    'budget.get': { limit: 100, used: 18, left: 82 },
    'connection.get': { service: 'online', since: ago(0) },
  }
}

/** Returns the brands that `catalog.browse` would answer with. */
async function browsed(script: Script, input: RequestArgument<'catalog.browse'>) {
  const answer = script['catalog.browse']
  const given = await (typeof answer === 'function' ? answer(input) : answer)
  return plausible(requests['catalog.browse'].output, given, browse(script.variants, input))
}

function catalogAnswers(script: Script): Answers {
  const refreshedAt = ago(7)
  return {
    'catalog.status': () => ({ refreshedAt, brands: 152, variants: script.variants.length }),
    'catalog.refresh'() {
      Object.assign((script['catalog.status'] ??= {}), { refreshedAt: ago(0) })
    },
    'catalog.browse': (input) => browse(script.variants, input),
    'catalog.search': async (input) => ({
      ...search(script.variants, input),
      brands: input.brandsFrom === null ? null : await browsed(script, { ...input, offset: input.brandsFrom }),
    }),
    'catalog.facets': (input) => facetsOf(script.variants, input),
    'catalog.rates': { MXN: 18.45, USD: 1, EUR: 0.92 },
    'catalog.brand': (input) => brandPage(script.variants, input),
    'catalog.nearest': () => brandsOf(script.variants).slice(0, 1),
    'catalog.meanings': [],
    'phone.find': ({ text, near }) => findPhone(text, near),
    'countries.list': scriptedCountries,
  }
}

function backupAnswers(script: Script): Answers {
  const set = (change: Partial<BackupFileView>): undefined => {
    script['backupFile.get'] = { ...script['backupFile.get'], ...change }
  }
  return {
    'ledgerCopies.get': { folder: '/home/you/.local/share/till/backups', newestAt: ago(60) },
    'backupFile.get': scriptedBackupFile(),
    'backupFile.choose': ({ folder }) => set({ ...scriptedBackupFile(0), folder }),
    'backupFile.make': () => set({ problem: null, lastAt: ago(0), isDue: false }),
    'backupFile.stop': () => set({ folder: null }),
    'backupFile.open': ({ file }) => ({ path: file ?? scriptedBackupPath, madeAt: ago(60 * 26), accounts: 3 }),
  }
}

function registerAnswers(script: Script): Answers {
  return {
    'registers.list': () => script.registers,
    'registers.purchases'({ address, outcome, ...page }) {
      const purchases = script.registerPurchases.filter((one) => outcome === null || one.outcome === outcome)
      const register = found(script.registers.registers, (one) => one.address === address)
      return { register, purchases: pageOf(purchases, page), total: purchases.length }
    },
  }
}
