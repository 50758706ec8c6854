import type { BackupFileView } from '../../shared/backup/views.ts'
import { appAnswers } from './app-answers.ts'
import { scriptedBackupFile, scriptedBackupPath } from '../fixtures/backup.ts'
import { ago } from '../fixtures/ago.ts'
import { found } from './found.ts'
import { draftAnswers } from './draft-answers.ts'
import { scriptedNetworks, scriptedNodes } from '../fixtures/networks.ts'
import { purchaseAnswers } from './purchase-answers.ts'
import { salesAnswers } from './sales-answers.ts'
import type { Answers, Ask, Script, SetApp } from './script.ts'
import { catalogAnswers } from './catalog-answers.ts'
import { stepAnswers } from './step-answers.ts'

/** Returns the answers of a Till in use that `plausible` cannot derive from the contract. */
export function standardAnswers(script: Script, setApp: SetApp, ask: Ask): Answers {
  return {
    ...appAnswers(script, setApp),
    ...catalogAnswers(script, ask),
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
    'registers.purchases': ({ address, outcome }) => ({
      register: found(script.registers.registers, (one) => one.address === address),
      purchases: script.registerPurchases.filter((one) => outcome === null || one.outcome === outcome),
    }),
  }
}
