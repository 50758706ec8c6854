import type { Mutant } from './mutant.ts'

/** Faults in what erases, restores and restarts a wallet. */
export const restoreMutants: readonly Mutant[] = [
  {
    name: 'an erasure that a power cut interrupted does not continue',
    file: 'src/main/backup/erase-wallet.ts',
    find: "  for (const name of names.filter((one) => otherFiles.test(one))) rmSync(join(dataDir, name))\n  for (const folder of ['backups', 'logs']) rmSync(join(dataDir, folder), { recursive: true, force: true })\n  syncFolder(dataDir)\n  rmSync(join(dataDir, marker))\n",
    replace:
      "  rmSync(join(dataDir, marker))\n  for (const name of names.filter((one) => otherFiles.test(one))) rmSync(join(dataDir, name))\n  for (const folder of ['backups', 'logs']) rmSync(join(dataDir, folder), { recursive: true, force: true })\n",
    tests: ['src/main/backup/erase-wallet.test.ts'],
  },
  {
    name: 'a restored ledger is in place before the old log is moved aside',
    file: 'src/main/backup/apply-restore.ts',
    find: '        else move(join(dataDir, file), join(aside, file))\n      }\n      if (files.length > 0) syncFolder(aside)\n      move(ready, join(dataDir, name))\n',
    replace:
      '      }\n      if (files.length > 0) syncFolder(aside)\n      move(ready, join(dataDir, name))\n      for (const file of files) if (file !== name) move(join(dataDir, file), join(aside, file))\n',
    tests: ['src/main/backup/restore-backup.test.ts'],
  },
  {
    name: 'a ledger that was put back after a failed restore is replaced and not kept',
    file: 'src/main/db/copies/restore-ledger.ts',
    find: '    if (isSame(file, name)) return name\n',
    replace: "    if (isSame(file, name) || name !== '') return name\n",
    tests: ['src/main/db/copies/restore-ledger.test.ts'],
  },
  {
    name: 'a damaged ledger is not kept on a disk without links',
    file: 'src/main/db/copies/restore-ledger.ts',
    find: '    replaceByCopy(name, file)\n',
    replace: '',
    tests: ['src/main/db/copies/restore-ledger.test.ts'],
  },
  {
    name: 'a wallet whose vault is gone starts as new beside its previous version',
    file: 'src/main/open-app.ts',
    find: '(existsSync(`${file}.previous`) || createShopMarker',
    replace: '(existsSync(`${file}.gone`) || createShopMarker',
    tests: ['src/main/rescue/vault-rescue.test.ts'],
  },
  {
    name: 'a register that lost vault and ledger gets an empty ledger without a question',
    file: 'src/main/open-app.ts',
    find: '(existsSync(vaultFile) || isVaultGone(dataDir)) && isLedgerMissing',
    replace: 'existsSync(vaultFile) && isLedgerMissing',
    tests: ['src/main/rescue/shop-rescue.test.ts'],
  },
  {
    name: 'a copy whose restore failed replaces the ledger of a newer choice',
    file: 'src/main/open-app.ts',
    find: '    finishRestore(ledgerFile)\n    applyRestore(dataDir)\n',
    replace: '    applyRestore(dataDir)\n    finishRestore(ledgerFile)\n',
    tests: ['src/main/rescue/ledger-rescue.test.ts'],
  },
  {
    name: 'the next app opens the ledger while the one before has it open',
    file: 'src/main/open-app.ts',
    find: '    await app.stop()\n    // The next',
    replace: '    void app.stop()\n    // The next',
    tests: ['src/main/whole-app/erased-wallet.test.ts'],
  },
  {
    name: 'a copy replaces the ledger of an app that a backup file has opened',
    file: 'src/main/rescue/ledger-rescue.ts',
    find: '(await take(() => restoring.restore(password))) ?? Promise.reject(lost())',
    replace: 'restoring.restore(password)',
    tests: ['src/main/rescue/ledger-rescue.test.ts'],
  },
  {
    name: 'a store of secrets that fails keeps the wallet closed',
    file: 'src/main/wiring/keys.ts',
    find: "        options.log('vault.records', {}, { error })\n",
    replace: '        throw error\n',
    tests: ['src/main/whole-app/backup-files.test.ts'],
  },
  {
    name: 'a backup file replaces a vault whose imported key has a payment under way',
    file: 'src/main/wiring/backup.ts',
    find: 'here.filter((account) => !isKept(account))',
    replace: 'here.filter((account) => !isKept(account) && isKept(account))',
    tests: ['src/main/wiring/backup.test.ts'],
  },
  {
    name: 'a vault replaces one whose ledger its records key does not open',
    file: 'src/main/wiring/backup.ts',
    find: "      if (!isOwn) throw badBackup('other-wallet')\n",
    replace: '',
    tests: ['src/main/wiring/backup.test.ts'],
  },
  {
    name: 'a page names any backup file although the system has dialogs',
    file: 'src/main/backup/restoring.ts',
    find: 'if (options.dialogs !== null) return',
    replace: 'if (options.dialogs !== null && typed === null) return',
    tests: ['src/main/backup/restoring.test.ts'],
  },
  {
    name: 'the stores are closed before the vault is locked',
    file: 'src/main/wiring/lifecycle.ts',
    find: '        parts.vault.lock(),\n      ])\n      parts.closeStores()',
    replace: '      ])\n      parts.closeStores()\n      await parts.vault.lock()',
    tests: ['src/main/wiring/lifecycle.test.ts'],
  },
  {
    name: 'the user stays signed in after the vault was locked',
    file: 'src/main/wiring/subscribe.ts',
    find: '    session.signOut()\n',
    replace: '',
    tests: ['src/main/wiring/subscribe.test.ts'],
  },
]
